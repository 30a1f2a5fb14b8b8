/**
 * Quotes a word of a command that people copy, so that their shell does not execute any part of it. `~` and `%` are not
 * safe either: some shells expand them at the beginning of a word.
 */
export function shellWord(text: string): string {
  return /^[\w.:@/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
