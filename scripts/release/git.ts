import { execFileSync } from 'node:child_process';

/** Runs git in this clone and returns its output. */
export function git(...parameters: readonly string[]): string {
  return execFileSync('git', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
}

/** Returns the commit of a tag, or undefined if there is none. */
export function commitOf(tag: string): string | undefined {
  try {
    return git('rev-parse', '--verify', '--quiet', `refs/tags/${tag}^{commit}`);
  } catch {
    return undefined;
  }
}

/** Tags the commit, unless it is tagged. Your configuration of git decides whether the tag is signed (tag.gpgSign). */
export function tagCommit(tag: string, message: string): void {
  if (commitOf(tag) === undefined) git('tag', '--annotate', tag, '--message', message);
}
