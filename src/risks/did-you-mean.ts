import { closest, distance } from 'fastest-levenshtein';

/**
 * Returns a sentence that suggests the nearest known name, followed by a space. Returns an empty text if none is near.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = closest(name, [...known]);
  return distance(name, nearest) <= Math.max(3, name.length / 3) ? `Did you mean "${nearest}"? ` : '';
}
