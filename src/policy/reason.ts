/** A letter or a digit that a reader sees. Unicode counts fillers, which are drawn as nothing, among the letters. */
const visibleWord = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/**
 * Returns true if a reason says something. Blanks, invisible characters and punctuation alone say nothing.
 *
 * @internal
 */
export function saysSomething(reason: string): boolean {
  return visibleWord.test(reason);
}
