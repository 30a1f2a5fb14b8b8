import type { ValueType } from '../define/schema-types';
import { isRawList, isRawObject, type Raw, Unknown } from './raw';
import { walkTypes } from './walk';

/** Returns true if Terraform would see no difference: sets are compared as sets. An unknown equals nothing. */
export function isEqual(type: ValueType, left: Raw, right: Raw): boolean {
  if (left instanceof Unknown || right instanceof Unknown) return false;
  if (isIdentical(left, right)) return true;
  const canonical = canonicalOf(type);
  return canonical(left) === canonical(right);
}

/** Fast path: the same known values in the same order. Most objects in most plans are identical. */
export function isIdentical(left: Raw, right: Raw): boolean {
  if (left === right) return !(left instanceof Unknown);
  if (isRawList(left) && isRawList(right)) {
    return (
      left.length === right.length && left.every((value, index) => isIdentical(value, right[index] ?? null))
    );
  }
  if (!isRawObject(left) || !isRawObject(right)) return false;
  for (const name in left) if (!isIdentical(left[name] ?? null, right[name] ?? null)) return false;
  for (const name in right) if (!(name in left)) return false;
  return true;
}

type Canonical = (value: Raw) => string;

const texts = walkTypes<Canonical>({
  scalar: ({ kind }) => known(kind === 'number' ? numberText : value => JSON.stringify(value)),
  list: element => known(value => (isRawList(value) ? `[${value.map(element).join()}]` : 'null')),
  set: element =>
    known(value => (isRawList(value) ? `{${[...new Set(value.map(element))].sort().join()}}` : 'null')),
  map: element => known(value => entriesText(value, () => element)),
  object: members => {
    const byName = new Map(members.map(({ name, inner }) => [name, inner]));
    return known(value => entriesText(value, name => byName.get(name)));
  },
});

/** Returns a text that is equal for equal values, whatever the order of sets, maps and attributes. */
export function canonicalOf(type: ValueType): Canonical {
  return texts.ofType(type);
}

/** Two unknowns have the same text. Only `isEqual` treats them as different. */
function known(text: Canonical): Canonical {
  return value => (value instanceof Unknown ? '?' : text(value));
}

/** A 64-bit integer may have digits that a double cannot represent. */
function numberText(value: Raw): string {
  if (value === null) return 'null';
  return typeof value === 'bigint' ? String(value) : String(Number(value));
}

/** An absent member equals one that is null. */
function entriesText(value: Raw, textOf: (name: string) => Canonical | undefined): string {
  if (!isRawObject(value)) return 'null';
  const parts = Object.keys(value)
    .filter(name => value[name] !== null && textOf(name) !== undefined)
    .sort()
    .map(name => `${JSON.stringify(name)}:${textOf(name)?.(value[name] ?? null)}`);
  return `(${parts.join()})`;
}
