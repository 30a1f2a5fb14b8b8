import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { unlessGone } from './folder-errors';
import { namesIn, packageFolders } from './packages';
import { finishedName } from './unfinished-files';

/** The files that `install` has written into a plugin folder for one version, and the SHA-256 of each. */
export type InstalledFiles = Readonly<Record<string, string>>;

const name = (version: string) => `terraform-provider-svc_${version}.installed.json`;
const namePattern = /^terraform-provider-svc_(.+)\.installed\.json$/;

const shape = z.object({ files: z.record(z.string().refine(isPackagePath), z.string()) });

/** One file for each version: Terraform ignores it, and installs of two versions do not overwrite each other's. */
export const recordFile = (folder: string, version: string) => join(folder, name(version));

/** Versions that are recorded in a plugin folder. */
export function recordedVersions(folder: string): readonly string[] {
  return versionsIn(namesIn(folder));
}

/** Versions that are recorded in a plugin folder, or have a record there that a killed `install` has not finished. */
export function begunVersions(folder: string): readonly string[] {
  const names = namesIn(folder);
  return versionsIn([...names, ...names.flatMap(each => finishedName(folder, each) ?? [])]);
}

function versionsIn(names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap(each => namePattern.exec(each)?.[1] ?? []))].sort();
}

/** Returns the record of a version; empty if there is none. */
export function readRecord(folder: string, version: string): InstalledFiles {
  const file = recordFile(folder, version);
  const json = unlessGone(() => ({ parsed: parseJson(file) }));
  if (json === undefined) return {};
  const parsed = shape.safeParse(json.parsed);
  if (parsed.success) return parsed.data.files;
  throw new Error(
    `${file} is damaged. It lists the files that "install" has written, so nothing of ${version} was changed. Delete it, and the ` +
      `packages of ${version} beside it.`,
  );
}

export function writeRecord(folder: string, version: string, files: InstalledFiles): void {
  writeFileAtomic.sync(recordFile(folder, version), `${JSON.stringify({ files }, null, 2)}\n`);
}

export function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A record must not lead `uninstall` out of its folder. */
function isPackagePath(path: string): boolean {
  return packageFolders.includes(dirname(path)) && /^terraform-provider-svc_.+\.zip$/.test(basename(path));
}

function parseJson(file: string): unknown {
  // A folder cannot be read, and reading a pipe may never end.
  if (!statSync(file).isFile()) return undefined;
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
