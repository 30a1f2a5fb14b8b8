/** Returns a sentence that suggests the nearest known name, or an empty text. */
export function didYouMean(name: string, known: readonly string[]): string {
  const limit = Math.max(3, name.length / 3);
  const [nearest] = known
    // A foreign name may have megabytes. Without this line, comparing it would take many seconds.
    .filter(other => Math.abs(other.length - name.length) <= limit)
    .map(other => ({ other, edits: editsBetween(name, other) }))
    .filter(({ edits }) => edits <= limit)
    .sort((one, other) => one.edits - other.edits);
  return nearest === undefined ? '' : `Did you mean "${nearest.other}"? `;
}

/** Returns the Levenshtein distance: the least number of letters to insert, remove or replace. jsii allows no library for it. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const [left = 0, above = 0, before = 0] = [next[column - 1], row[column], row[column - 1]];
      next.push(Math.min(left + 1, above + 1, before + (letter === other[column - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
