import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** A file as the rules see it: its path from the top of the repository, with slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** What a rule finds: the offending file and, in words, the offence. */
export interface Finding {
  readonly path: string;
  readonly offence: string;
}

/** All files of the repository that are or would be tracked. */
export function repositoryFiles(): readonly SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  // A file that is deleted but not yet committed is still listed, and so is a link to a folder.
  const present = [...new Set(listed.split('\0'))].filter(path =>
    statSync(path, { throwIfNoEntry: false })?.isFile(),
  );
  return present.map(path => ({ path, text: readFileSync(path, 'utf8') }));
}

export const isGenerated = (path: string) => /(^|\/)gen\//.test(path);
export const isTypeScript = (path: string) => /\.m?ts$/.test(path);
