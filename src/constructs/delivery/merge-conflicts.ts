import { HclSyntaxError, hclTokens } from '../installation/hcl-tokens';

/** Matches both sides of a git conflict, with the optional common ancestor between them. */
const conflict =
  /^<{7}[^\n]*\n([\s\S]*?)(?:^\|{7}[^\n]*\n[\s\S]*?)?^={7}\r?\n([\s\S]*?)^>{7}[^\n]*(?:\n|$)/gm;
const marker = /^(?:<{7}|>{7})(?: |\r?$)/m;

/** @internal */
export const isConflictMarker = (word: string): boolean => marker.test(word);

/**
 * Removes the conflicts in which neither side matters.
 *
 * @internal
 */
export function withoutConflicts(text: string, isOfNoMatter: (side: string) => boolean): string {
  return text.replace(conflict, (whole, ours: string, theirs: string) =>
    [ours, theirs].every(side => isReadable(side) && isOfNoMatter(side)) ? '' : whole,
  );
}

/**
 * Refuses to write a text that contains a conflict.
 *
 * @param existing the text in the user's file, for the line number
 * @throws HclSyntaxError
 * @internal
 */
export function demandNoConflict(existing: string, write: () => string): string {
  try {
    const text = write();
    const isLeft = hclTokens(text).some(token => token.kind === 'word' && isConflictMarker(token.text));
    if (!isLeft) return text;
  } catch (error) {
    if (!(error instanceof HclSyntaxError && marker.test(existing))) throw error;
  }
  throw new HclSyntaxError(existing, existing.search(marker), 'a merge conflict is not resolved');
}

function isReadable(side: string): boolean {
  try {
    hclTokens(side);
    return true;
  } catch {
    return false;
  }
}
