import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, shellWord } from '../../client';
import { replaceFile } from '../../files/replace-file';
import { type ProviderPackage, packageFolders } from './packages';
import { digestOf, type InstalledFiles, readRecord, writeRecord } from './record';

/** Returns the packages that are missing in a plugin folder. @throws if the folder has something else in their place */
export function missingPackages(
  packages: readonly ProviderPackage[],
  folder: string,
  version: string,
): readonly ProviderPackage[] {
  const record = readRecord(folder, version);
  refuseUnpacked(folder, version);
  return packages.filter(each => !isPresent(each, folder, version, record));
}

/**
 * Writes packages into a plugin folder, each atomically. They stay packed: Terraform's plugin cache would link to an
 * unpacked one. The record is written first and extends the present one, so that it names each file that any of several
 * concurrent installs, or one that was killed, has written.
 */
export function writePackages(
  packages: readonly ProviderPackage[],
  missing: readonly ProviderPackage[],
  folder: string,
  version: string,
): void {
  makeFolder(folder);
  recordPackages(packages, folder, version);
  for (const { path, content } of missing) {
    makeFolder(dirname(join(folder, path)));
    replaceFile(join(folder, path), content, { replacesLink: true });
  }
}

/** Tells whether the record names all packages. A lost record would hide them from `uninstall`. */
export function areRecorded(packages: readonly ProviderPackage[], folder: string, version: string): boolean {
  const record = readRecord(folder, version);
  return packages.every(({ path, content }) => record[path] === digestOf(content));
}

/** Adds packages to the record. */
export function recordPackages(packages: readonly ProviderPackage[], folder: string, version: string): void {
  const files = Object.fromEntries(packages.map(({ path, content }) => [path, digestOf(content)]));
  writeRecord(folder, version, { ...readRecord(folder, version), ...files });
}

function isPresent(
  { path, content }: ProviderPackage,
  folder: string,
  version: string,
  record: InstalledFiles,
): boolean {
  const file = join(folder, path);
  const entry = lstatSync(file, { throwIfNoEntry: false });
  if (entry === undefined) return false;
  const target = statSync(file, { throwIfNoEntry: false });
  if (target === undefined) throw new Error(brokenLink(file));
  if (!target.isFile()) throw new Error(`${file} is not a file. Nothing was installed. ${removal(file)}`);
  const present = readFileSync(file);
  if (present.equals(content)) return true;
  throw new Error(record[path] === digestOf(present) ? otherBuild(version, folder) : foreign(file, version));
}

/** Terraform would find the version twice, packed and unpacked. */
function refuseUnpacked(folder: string, version: string): void {
  const unpacked = packageFolders.map(each => join(folder, each, version)).find(existsSync);
  if (unpacked === undefined) return;
  throw new Error(
    `${unpacked} has an unpacked provider of this version, which this command has not installed. Nothing was ` +
      `installed. ${removal(unpacked)}`,
  );
}

const removal = (path: string) => `If nobody needs it, remove it:\n\n    rm -r ${shellWord(path)}\n`;

const brokenLink = (file: string) =>
  `${file} is a symbolic link to a missing file. Nothing was installed. ${removal(file)}`;

const checksums =
  'Lock files (.terraform.lock.hcl) that hold the checksum of the other build refuse this one: remove the block of ' +
  'svc/svc from them, and run "terraform init" again.';

const otherBuild = (version: string, folder: string) =>
  `Another build of svc/svc ${version} is installed in ${folder}. It was not replaced. To replace it, run\n\n` +
  `    npx cdktf-provider-svc uninstall --dir ${shellWord(folder)}\n` +
  `    npx cdktf-provider-svc install --dir ${shellWord(folder)}\n\n${checksums}`;

const foreign = (file: string, version: string) =>
  `${file} is another build of svc/svc ${version}, which this command has not installed. Nothing was changed. ` +
  `${removal(file)}\n${checksums}`;
