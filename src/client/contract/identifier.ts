import { toUSVString } from 'node:util';

const longestIdentifier = 256;
// "." and ".." change a path even when percent-encoded: URL parsers treat %2e%2e as "..".
const pathSteps = new Set(['.', '..']);

/**
 * Describes a valid identifier if this one is invalid: if it cannot be stored in state or sent in a path. Returns
 * `undefined` for a valid one.
 */
export function identifierFault(id: string): string | undefined {
  if (id === '') return 'a non-empty identifier';
  if (id.length > longestIdentifier) return `an identifier of at most ${longestIdentifier} characters`;
  if (/\p{Cc}/u.test(id) || toUSVString(id) !== id) return 'an identifier without control characters';
  return pathSteps.has(id) ? 'an identifier, not a path step such as ..' : undefined;
}
