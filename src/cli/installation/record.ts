import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { shellWord } from '../../client';
import { finishedName, replaceFile } from '../../files/replace-file';
import { unlessGone } from './folder-errors';
import { namesIn, packageFolders } from './packages';

/** The files that `install` has written into a plugin folder for one version, and the SHA-256 of each. */
export type InstalledFiles = Readonly<Record<string, string>>;

const name = (version: string) => `terraform-provider-svc_${version}.installed.json`;
/** A version is a semantic one (semver.org), so that a person's copy or note is no record. */
const namePattern =
  /^terraform-provider-svc_((?:(?:0|[1-9]\d*)\.){2}(?:0|[1-9]\d*)(?:-[\dA-Za-z.-]+)?(?:\+[\dA-Za-z.-]+)?)\.installed\.json$/;

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
  refuseLink(file, version);
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
  const text = `${JSON.stringify({ files }, null, 2)}\n`;
  replaceFile(recordFile(folder, version), text, { replacesLink: true });
}

export function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A record must not lead `uninstall` out of its folder. */
function isPackagePath(path: string): boolean {
  return packageFolders.includes(dirname(path)) && /^terraform-provider-svc_.+\.zip$/.test(basename(path));
}

/** Behind a link is somebody's own file: `install` must not change it, nor `uninstall` believe it. */
function refuseLink(file: string, version: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new Error(
    `${file} is a symbolic link, and "install" writes its record there. Nothing of ${version} was changed. If nobody ` +
      `needs the link, remove it:\n\n    rm ${shellWord(file)}\n`,
  );
}

function parseJson(file: string): unknown {
  // A folder cannot be read, and reading a pipe may never end.
  if (!lstatSync(file).isFile()) return undefined;
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
