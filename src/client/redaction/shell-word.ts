/** Quotes a word of a command that people copy. Some shells expand `~` and `%` at its beginning, too. */
export function shellWord(text: string): string {
  return /^[\w.:@/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
