import { toUSVString } from 'node:util';

const longestIdentifier = 256;
// "." and ".." change a path even when percent-encoded: URL parsers read %2e%2e as a step up.
const pathSteps = new Set(['.', '..']);

/** What an identifier must be to be kept in state and sent in a path; `undefined` when it is. */
export function identifierFault(id: string): string | undefined {
  if (id === '') return 'a non-empty identifier';
  if (id.length > longestIdentifier) return `an identifier of at most ${longestIdentifier} characters`;
  if (/\p{Cc}/u.test(id) || toUSVString(id) !== id) return 'an identifier without control characters';
  return pathSteps.has(id) ? 'an identifier, not a step in a path' : undefined;
}

/** One path segment: a slash in an identifier cannot reach another address. */
export function pathSegment(id: string): string {
  return encodeURIComponent(id);
}
