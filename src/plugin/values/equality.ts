import type { ValueType } from '../define/value-type';
import { isRawList, isRawObject, type Raw, Unknown } from './raw';

/** Whether Terraform would see no difference: sets are compared as sets. An unknown equals nothing. */
export function isEqual(type: ValueType, left: Raw, right: Raw): boolean {
  if (left instanceof Unknown || right instanceof Unknown) return false;
  return isIdentical(left, right) || canonical(type, left) === canonical(type, right);
}

/** Equal at first sight: the same known values in the same order. Most objects of most plans are. */
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

/** A text that is equal for equal values, whatever the order of their sets, maps and attributes. */
export function canonical(type: ValueType, value: Raw): string {
  if (value instanceof Unknown) return '?';
  switch (type.kind) {
    case 'list':
      return isRawList(value) ? `[${elements(type.element, value).join()}]` : 'null';
    case 'set':
      return isRawList(value) ? `{${[...new Set(elements(type.element, value))].sort().join()}}` : 'null';
    case 'map':
      return members(value, () => type.element);
    case 'object':
      return members(value, name => type.attributes[name]?.type);
    case 'number':
      return value === null ? 'null' : String(Number(value));
    default:
      return JSON.stringify(value);
  }
}

function elements(type: ValueType, values: readonly Raw[]): readonly string[] {
  return values.map(value => canonical(type, value));
}

/** An absent member and one that is null are the same. */
function members(value: Raw, typeOf: (name: string) => ValueType | undefined): string {
  if (!isRawObject(value)) return 'null';
  const parts = Object.keys(value)
    .filter(name => value[name] !== null)
    .sort()
    .map(name => {
      const type = typeOf(name);
      return `${JSON.stringify(name)}:${type ? canonical(type, value[name] ?? null) : 'null'}`;
    });
  return `(${parts.join()})`;
}
