import { closest, distance } from 'fastest-levenshtein';

/** A sentence that suggests the nearest known name, with a space behind it; empty when none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = closest(name, [...known]);
  return distance(name, nearest) <= Math.max(3, name.length / 3) ? `Did you mean "${nearest}"? ` : '';
}
