import { toUSVString } from 'node:util';

/** A value that contradicts the contract: its place and what was expected, never the value. */
export class DecodeFault extends Error {
  constructor(
    readonly path: string,
    readonly expected: string,
  ) {
    super(`${path}: expected ${expected}`);
  }
}

/** Converts a parsed JSON value into a typed one; `undefined` is an absent field. `path` is its place, for the error. */
export type Decoder<T> = (value: unknown, path: string) => T;

/** Decodes a text. A number or a boolean becomes its plain text: another platform may write a time as a number. */
export const text: Decoder<string> = (value, path) => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') throw new DecodeFault(path, 'a string');
  return value;
};

export const nonEmptyText: Decoder<string> = (value, path) => {
  if (typeof value !== 'string' || value === '') throw new DecodeFault(path, 'a non-empty string');
  return value;
};

/** Stands in a text in place of a part that is not shown. */
export const maskSign = /[*•●…]|\.{3}/;

const longestIdentifier = 256;
// "." and ".." change a path even when percent-encoded: URL parsers treat %2e%2e as "..".
const pathSteps = new Set(['.', '..']);

/** Describes a valid identifier if this one cannot be stored in a state or sent in a path. */
export function identifierFault(id: string): string | undefined {
  if (id === '') return 'a non-empty identifier';
  if (id.length > longestIdentifier) return `an identifier of at most ${longestIdentifier} characters`;
  if (/\p{Cc}/u.test(id) || toUSVString(id) !== id) return 'an identifier without control characters';
  return pathSteps.has(id) ? 'an identifier, not a path step such as ..' : undefined;
}

/** A number becomes its plain text. JSON.parse has rounded a larger one, which could name another object. */
export const identifier: Decoder<string> = (value, path) => {
  const id = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof id !== 'string') throw new DecodeFault(path, 'a string');
  const fault = identifierFault(id);
  if (fault !== undefined) throw new DecodeFault(path, fault);
  return id;
};

/** Decodes an optional field: null and an absent field are `undefined`. */
export function nullable<T>(decoder: Decoder<T>): Decoder<T | undefined> {
  return (value, path) => (value === null || value === undefined ? undefined : decoder(value, path));
}

export function arrayOf<T>(decoder: Decoder<T>): Decoder<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new DecodeFault(path, 'an array');
    return value.map((element: unknown, index) => decoder(element, `${path}[${index}]`));
  };
}

/** Reads one field of the current object. Fields that nobody reads are ignored. */
export type FieldReader = <T>(name: string, decoder: Decoder<T>) => T;

export function object<T>(read: (field: FieldReader) => T): Decoder<T> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new DecodeFault(path, 'an object');
    }
    return read((name, decoder) => {
      const place = path === '' ? name : `${path}.${name}`;
      // Own properties only: "__proto__" or "constructor" in a response has no meaning.
      return decoder(Object.getOwnPropertyDescriptor(value, name)?.value, place);
    });
  };
}
