import type { ValueType } from '../define/schema-types';
import { isRawList, isRawObject, type Raw, Unknown } from './raw';

/** Returns true if Terraform would see no difference: sets are compared as sets. An unknown equals nothing. */
export function isEqual(type: ValueType, left: Raw, right: Raw): boolean {
  if (isIdentical(left, right)) return true;
  switch (type.kind) {
    case 'number':
      return isScalar(left) && isScalar(right) && numberText(left) === numberText(right);
    case 'set':
      return isRawList(left) && isRawList(right) && hasSameElements(new Set(left), new Set(right));
    case 'list':
      return (
        isRawList(left) &&
        isRawList(right) &&
        left.length === right.length &&
        left.every((value, index) => isEqual(type.element, value, right[index] ?? null))
      );
    case 'object':
      return (
        isRawObject(left) &&
        isRawObject(right) &&
        // An absent member equals one that is null.
        Object.entries(type.attributes).every(([name, inner]) =>
          isEqual(inner.type, left[name] ?? null, right[name] ?? null),
        )
      );
    default:
      return false;
  }
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

function hasSameElements(left: ReadonlySet<Raw>, right: ReadonlySet<Raw>): boolean {
  return (
    left.size === right.size && [...left].every(value => right.has(value) && !(value instanceof Unknown))
  );
}

const isScalar = (value: Raw) => typeof value !== 'object';

/** A 64-bit integer may have digits that a double cannot represent. */
function numberText(value: Raw): string {
  return typeof value === 'bigint' ? String(value) : String(Number(value));
}
