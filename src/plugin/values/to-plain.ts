import { isComputed } from '../define/attribute';
import type { PlainObject } from '../define/definition';
import type { Attributes, ValueType } from '../define/schema-types';
import { isRawList, isRawObject, type Raw, type RawObject, Unknown } from './raw';
import { type Member, walkTypes } from './walk';

/** The result for a value with any unknown part: it is never passed on as if it were complete. */
export const partlyUnknown = Symbol('partly unknown');

type ToPlain = (raw: Raw) => unknown;

/** Converts Terraform's values to those of authors. Absent is `undefined`. */
const plainValues = walkTypes<ToPlain>({
  scalar: ({ kind }) => (kind === 'number' ? toNumber : toScalar),
  list: plainElements,
  set: plainElements,
  map: element => raw => (isRawObject(raw) ? plainMap(element, raw) : absent(raw)),
  object: members => raw => (isRawObject(raw) ? plainMembers(members, raw) : absent(raw)),
});

function plainElements(element: ToPlain): ToPlain {
  return raw => {
    if (!isRawList(raw)) return absent(raw);
    const plain = raw.map(element);
    return plain.includes(partlyUnknown) ? partlyUnknown : plain;
  };
}

const absent = (raw: Raw) => (raw instanceof Unknown ? partlyUnknown : undefined);
const toScalar = (raw: Raw) => (typeof raw === 'object' ? absent(raw) : raw);
/** Terraform sends numbers that are no doubles as decimal text, and large whole numbers in 64 bits. */
const toNumber = (raw: Raw) =>
  typeof raw === 'number' ? raw : typeof raw === 'object' ? absent(raw) : Number(raw);

function plainMap(element: ToPlain, raw: RawObject): unknown {
  const entries = Object.entries(raw).map(([key, value]) => [key, element(value)] as const);
  return entries.some(([, value]) => value === partlyUnknown) ? partlyUnknown : Object.fromEntries(entries);
}

function plainMembers(members: readonly Member<ToPlain>[], raw: RawObject): unknown {
  const plain: Record<string, unknown> = {};
  for (const { name, inner } of members) {
    const value = inner(raw[name] ?? null);
    if (value === partlyUnknown) return partlyUnknown;
    plain[name] = value;
  }
  return plain;
}

/** Converts Terraform's object to an author's. */
export function toPlainObject(attributes: Attributes, raw: RawObject): PlainObject {
  const plain: Record<string, unknown> = {};
  for (const { name, inner } of plainValues.membersOf(attributes))
    plain[name] = wholly(inner(raw[name] ?? null));
  return plain;
}

/** The same without computed attributes, for plan rules, create and update. So `{ ...planned }` is safe. */
export function toPlannedObject(attributes: Attributes, rawOf: (name: string) => Raw): PlainObject {
  const plain: Record<string, unknown> = {};
  for (const { name, attribute, inner } of plainValues.membersOf(attributes))
    if (!isComputed(attribute)) plain[name] = wholly(inner(rawOf(name)));
  return plain;
}

/** Returns `partlyUnknown` if any part is unknown. */
export function toPlain(type: ValueType, raw: Raw): unknown {
  return plainValues.ofType(type)(raw);
}

function wholly(value: unknown): unknown {
  return value === partlyUnknown ? undefined : value;
}
