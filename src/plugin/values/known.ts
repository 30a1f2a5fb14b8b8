import { type Attributes, isComputed } from '../define/attribute';
import type { PlainObject } from '../define/definition';
import type { Knowledge, Part } from '../define/knowledge';
import { toPlain } from './plain';
import { isRawObject, isWhollyKnown, type Raw, Unknown } from './raw';

type RawOf = (name: string) => Raw;

/** What can be configured, as rules see it: an attribute is `undefined` while any part of it is unknown. */
export function toKnownObject(attributes: Attributes, rawOf: RawOf): PlainObject {
  const plain: Record<string, unknown> = {};
  for (const name in attributes) {
    const attribute = attributes[name];
    if (!attribute || isComputed(attribute)) continue;
    const value = rawOf(name);
    plain[name] = isWhollyKnown(value) ? toPlain(attribute.type, value) : undefined;
  }
  return plain;
}

/** @param rawOf read at each question: a plan in the making changes between them */
export function knowledgeOf(attributes: Attributes, rawOf: RawOf): Knowledge<PlainObject> {
  return {
    isKnown: name => isWhollyKnown(rawOf(name)),
    isGiven: name => {
      const value = rawOf(name);
      return value !== null && !(value instanceof Unknown);
    },
    part: (...path: readonly string[]) => partAt(attributes, rawOf, path),
  };
}

/** @param path names of attributes, from the outermost object inwards */
export function partAt(
  attributes: Attributes,
  rawOf: RawOf,
  [name = '', ...rest]: readonly string[],
): Part<unknown> {
  const value = rawOf(name);
  const type = attributes[name]?.type;
  if (value === null || type === undefined) return { isKnown: true, value: undefined };
  if (rest.length > 0 && type.kind === 'object' && isRawObject(value))
    return partAt(type.attributes, inner => value[inner] ?? null, rest);
  return isWhollyKnown(value) ? { isKnown: true, value: toPlain(type, value) } : { isKnown: false };
}
