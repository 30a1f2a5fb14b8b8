import { execFileSync } from 'node:child_process';

/** Runs git in this clone and returns its output. */
export function git(...parameters: readonly string[]): string {
  return execFileSync('git', parameters, {
    cwd: process.cwd(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd();
}

/** Returns the commit of a tag, or undefined if there is none. */
export function commitOf(tag: string): string | undefined {
  try {
    return git('rev-parse', '--verify', '--quiet', `refs/tags/${tag}^{commit}`);
  } catch {
    return undefined;
  }
}

/** Returns a line for each changed or untracked file, also if the user's configuration hides untracked ones. */
export function changes(): readonly string[] {
  return git('status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .filter(line => line !== '');
}

/**
 * Tags a commit, unless it is tagged. Your configuration of git decides whether the tag is signed (tag.gpgSign).
 *
 * @returns a sentence that says which of both
 */
export function tagCommit(tag: string, commit: string, message: string): string {
  const at = commit.slice(0, 12);
  if (commitOf(tag) !== undefined) return `The tag ${tag} was at ${at} already.`;
  // By default git takes the headings of the section (`### Added`) for comments, and removes them.
  git('tag', '--annotate', '--cleanup=whitespace', '--message', message, tag, commit);
  return `The tag ${tag} is at ${at}.`;
}
