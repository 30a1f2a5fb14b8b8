import { basename, join } from 'node:path';
import { Command } from 'commander';
import { version } from '../../package.json';
import { checkWritable, withFolderErrors } from './installation/folder-errors';
import { adviceFor } from './installation/hidden-folder';
import { areRecorded, missingPackages, recordPackages, writePackages } from './installation/install-packages';
import { directoryOption, dryRunOption, type InstallationFlags, refuseWindows } from './installation/options';
import { type ProviderPackage, packagedMirror, packagesOf } from './installation/packages';
import { impliedPluginFolders } from './installation/plugin-folders';
import { recordedVersions, recordFile } from './installation/record';
import { say } from './say';

const examples = `
Examples:
  npx cdktf-provider-svc install               then "terraform init" or "tofu init", with no registry and no network
  npx cdktf-provider-svc install --dry-run     list the files
  npx cdktf-provider-svc install --dir /opt/terraform/mirror`;

/** `install`: puts the provider where Terraform and OpenTofu find it without a CLI configuration. */
export function installCommand(): Command {
  return new Command('install')
    .description('Install the provider for Terraform and OpenTofu in your home directory. Needs no network.')
    .addOption(
      directoryOption('folder to install into; default: one that both programs search by themselves'),
    )
    .addOption(dryRunOption())
    .addHelpText('after', examples)
    .action(install);
}

function install({ dir, dryRun = false }: InstallationFlags): void {
  refuseWindows(process.platform);
  const implied = impliedPluginFolders({ environment: process.env, platform: process.platform });
  // An earlier install may have chosen the other folder. Two installed copies of one version could differ.
  const folder = dir ?? implied.find(hasRecord) ?? implied[0];
  const packages = packagesOf(version, packagedMirror());
  const missing = withFolderErrors(folder, () => missingPackages(packages, folder, version));
  const written = write({ packages, missing, folder, dryRun });
  print(summary(folder, missing.length > 0, dryRun));
  if (dryRun) for (const path of written) print(`  ${join(folder, path)}`);
  for (const advice of adviceFor(folder, version, implied.includes(folder), process.cwd()))
    say(`warning: ${advice}`);
}

/** A folder that may not be read has none: if it is the one to install into, its error follows. */
function hasRecord(folder: string): boolean {
  try {
    return recordedVersions(folder).includes(version);
  } catch {
    return false;
  }
}

interface Writing {
  readonly packages: readonly ProviderPackage[];
  readonly missing: readonly ProviderPackage[];
  readonly folder: string;
  readonly dryRun: boolean;
}

/** Writes what is missing, or only checks that it could. Returns the files, below the folder. */
function write(writing: Writing): readonly string[] {
  const { packages, missing, folder, dryRun } = writing;
  const record = basename(recordFile(folder, version));
  if (missing.length > 0) {
    const paths = [record, ...missing.map(({ path }) => path)];
    withFolderErrors(folder, () =>
      dryRun ? checkWritable(folder, paths) : writePackages(packages, missing, folder, version),
    );
    return paths;
  }
  const isComplete = areRecorded(packages, folder, version);
  return !isComplete && recordAgain(writing, record) ? [record] : [];
}

/** Terraform finds the packages without a record, for example in a folder that only an administrator can change. */
function recordAgain({ packages, folder, dryRun }: Writing, record: string): boolean {
  try {
    if (dryRun) checkWritable(folder, [record]);
    else recordPackages(packages, folder, version);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`warning: "uninstall" will not remove the packages, because they could not be recorded (${reason}).`);
    return false;
  }
}

function summary(folder: string, isMissing: boolean, dryRun: boolean): string {
  if (!isMissing) return `svc/svc ${version} is already installed in ${folder}`;
  return `${dryRun ? 'Would install' : 'Installed'} svc/svc ${version} in ${folder}`;
}

const print = (text: string) => say(text, process.stdout);
