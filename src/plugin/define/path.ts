/** An element of a set. It has no index, and Terraform cannot point to it. */
export const someElement = Symbol('an element of a set');

/** The path to a value in an object: attribute names, map keys and list indexes. */
export type Path = readonly (string | number | typeof someElement)[];

/** Formats a path for messages: `rotation.overlap_days`, `receivers[2].url`. */
export function placeOf(path: Path): string {
  return path
    .map(step => (typeof step === 'string' ? `.${step}` : typeof step === 'number' ? `[${step}]` : '[]'))
    .join('')
    .replace(/^\./, '');
}
