import { join } from 'node:path';
import { Command } from 'commander';
import { version } from '../../package.json';
import { checkWritable, withFolderErrors } from './installation/folder-errors';
import { directoryOption, dryRunOption, type InstallationFlags, refuseWindows } from './installation/options';
import { impliedPluginFolders } from './installation/plugin-folders';
import { begunVersions } from './installation/record';
import { removalOf, removePackages } from './installation/uninstall-packages';
import { say } from './say';

interface UninstallFlags extends InstallationFlags {
  readonly all?: boolean;
}

const examples = `
Examples:
  npx cdktf-provider-svc uninstall             remove this version
  npx cdktf-provider-svc uninstall --all       remove all versions that "install" has written`;

/** `uninstall`: removes what `install` has written, and nothing else. */
export function uninstallCommand(): Command {
  return new Command('uninstall')
    .description('Remove the provider that "install" has written. Other files stay.')
    .option('--all', 'remove all versions; default: the version of this package')
    .addOption(directoryOption('folder to remove it from; default: both that "install" chooses from'))
    .addOption(dryRunOption())
    .addHelpText('after', examples)
    .action(uninstall);
}

function uninstall({ dir, dryRun = false, all = false }: UninstallFlags): void {
  refuseWindows(process.platform);
  const implied = impliedPluginFolders({ environment: process.env, platform: process.platform });
  const folders = dir === undefined ? implied : [dir];
  const { attempt, failures } = attempts();
  const found = folders.flatMap(folder => {
    const begun = attempt(() => withFolderErrors(folder, () => begunVersions(folder))) ?? [];
    return begun.filter(each => all || each === version).map(each => ({ folder, installed: each }));
  });
  if (found.length === 0 && failures.length === 0)
    print(
      `Nothing to remove: ${all ? 'no version is' : `${version} is not`} installed in ${folders.join(' or ')}`,
    );
  for (const { folder, installed } of found) attempt(() => remove(folder, installed, dryRun));
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

/** Collects errors, so that a damaged record does not keep the other versions from being removed. */
function attempts() {
  const failures: string[] = [];
  const attempt = <Result>(act: () => Result): Result | undefined => {
    try {
      return act();
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  return { attempt, failures };
}

function remove(folder: string, installed: string, dryRun: boolean): void {
  const removal = withFolderErrors(folder, () => removalOf(folder, installed));
  withFolderErrors(folder, () => {
    // Before the first removal: packages without their record, or the reverse, are harder to repair.
    checkWritable(folder, removal.ours);
    if (!dryRun) removePackages(removal, folder);
  });
  const removed = `${removal.isUnfinished ? 'the unfinished record of ' : ''}svc/svc ${installed}`;
  print(`${dryRun ? 'Would remove' : 'Removed'} ${removed} from ${folder}`);
  if (dryRun) for (const path of removal.ours) print(`  ${join(folder, path)}`);
  for (const path of removal.changed)
    say(`warning: ${join(folder, path)} has changed since it was installed. It stays.`);
}

const print = (text: string) => say(text, process.stdout);
