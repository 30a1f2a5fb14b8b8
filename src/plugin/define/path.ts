/** An element of a set: it has no place of its own, and Terraform no way to point at it. */
export const someElement = Symbol('an element of a set');

/** Where a value is inside an object: names of attributes and keys of maps, indexes of lists. */
export type Path = readonly (string | number | typeof someElement)[];

/** As a message says it: `rotation.overlap_days`, `receivers[2].url`. */
export function placeOf(path: Path): string {
  return path
    .map(step => (typeof step === 'string' ? `.${step}` : typeof step === 'number' ? `[${step}]` : '[]'))
    .join('')
    .replace(/^\./, '');
}
