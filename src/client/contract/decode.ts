import { identifierFault } from './identifier';

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

export const text: Decoder<string> = (value, path) => {
  if (typeof value !== 'string') throw new DecodeFault(path, 'a string');
  return value;
};

export const nonEmptyText: Decoder<string> = (value, path) => {
  if (text(value, path) === '') throw new DecodeFault(path, 'a non-empty string');
  return text(value, path);
};

export const wholeNumber: Decoder<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new DecodeFault(path, 'a whole number');
  return value;
};

export const identifier: Decoder<string> = (value, path) => {
  const id = text(value, path);
  const fault = identifierFault(id);
  if (fault !== undefined) throw new DecodeFault(path, fault);
  return id;
};

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Decoder<Choice> {
  return (value, path) => {
    const choice = choices.find(candidate => candidate === value);
    if (choice === undefined) throw new DecodeFault(path, choices.map(c => `"${c}"`).join(' or '));
    return choice;
  };
}

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

/** Decodes an object whose names are data. */
export function mapOf<T>(decoder: Decoder<T>): Decoder<Readonly<Record<string, T>>> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new DecodeFault(path, 'an object');
    }
    const entries = Object.entries(value).map(([name, element]) => [
      name,
      decoder(element, `${path}.${name}`),
    ]);
    return Object.fromEntries(entries);
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
