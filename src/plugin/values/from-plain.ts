import type { PlainObject } from '../define/definition';
import type { Attributes, ValueType } from '../define/schema-types';
import type { Raw, RawObject } from './raw';
import { type Member, walkTypes } from './walk';

/** A value from a handler, or from a stored state, that does not fit its attribute's type. */
export class MistypedValue extends Error {
  override readonly name = 'MistypedValue';
  constructor(
    private readonly place: string,
    private readonly expected: string,
  ) {
    super(`attribute ${place} must be ${expected}`);
  }

  /** Returns the same error with one more step at the start of its path. */
  inside(step: string): MistypedValue {
    return new MistypedValue(step + this.place, this.expected);
  }
}

type FromPlain = (plain: unknown) => Raw;

/** Converts an author's value to Terraform's form: all attributes present, absent and write-only ones null. */
const rawValues = walkTypes<FromPlain>({
  scalar: ({ kind }) => scalars[kind],
  list: element => plain => listOf(element, plain),
  set: element => plain => {
    const elements = listOf(element, plain);
    return elements && [...new Set(elements)];
  },
  map: element => plain => {
    if (plain === undefined) return null;
    if (!isRecord(plain)) return mistyped('an object');
    const raw: Record<string, Raw> = {};
    for (const key of Object.keys(plain)) raw[key] = at(`.${key}`, element, plain[key]);
    return raw;
  },
  object: members => plain => {
    if (plain === undefined) return null;
    return isRecord(plain) ? objectOf(members, plain, '.') : mistyped('an object');
  },
});

/** The largest whole number up to which doubles are exact. */
const largest = 2 ** 53;

const scalars: Readonly<Record<'string' | 'number' | 'bool', FromPlain>> = {
  string: plain => (typeof plain === 'string' ? plain : plain === undefined ? null : mistyped('a string')),
  bool: plain =>
    typeof plain === 'boolean' ? plain : plain === undefined ? null : mistyped('true or false'),
  number: plain => {
    if (plain === undefined) return null;
    if (typeof plain !== 'number' || !Number.isFinite(plain)) return mistyped('a number');
    if (Number.isInteger(plain) && Math.abs(plain) > largest)
      return mistyped('a whole number between -2^53 and 2^53');
    // Decimal text: the double nearest to 0.1 is not Terraform's 0.1. A number in binary has another precision than the same one
    // from a stored state, and `plan -refresh-only -detailed-exitcode` of Terraform 1.11 takes that for a change.
    return String(plain);
  },
};

function listOf(element: FromPlain, plain: unknown): readonly Raw[] | null {
  if (plain === undefined) return null;
  if (!Array.isArray(plain)) return mistyped('an array');
  return plain.map((value, index) => at(`[${index}]`, element, value));
}

function objectOf(
  members: readonly Member<FromPlain>[],
  plain: Readonly<Record<string, unknown>>,
  separator: string,
): RawObject {
  const raw: Record<string, Raw> = {};
  for (const { name, attribute, inner } of members)
    raw[name] = attribute.writeOnly ? null : at(separator + name, inner, plain[name]);
  return raw;
}

export function fromPlainObject(attributes: Attributes, plain: PlainObject): RawObject {
  return objectOf(rawValues.membersOf(attributes), plain, '');
}

/** @param place name of the value for errors */
export function fromPlain(type: ValueType, plain: unknown, place: string): Raw {
  return at(place, rawValues.ofType(type), plain);
}

function at(step: string, inner: FromPlain, plain: unknown): Raw {
  try {
    return inner(plain);
  } catch (error) {
    throw error instanceof MistypedValue ? error.inside(step) : error;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mistyped(expected: string): never {
  throw new MistypedValue('', expected);
}
