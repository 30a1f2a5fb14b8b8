import type { PlainObject } from '../define/definition';
import type { Knowledge, Part } from '../define/knowledge';
import type { Attributes } from '../define/schema-types';
import { isRawObject, isWhollyKnown, type Raw, Unknown } from './raw';
import { partlyUnknown, toPlain } from './to-plain';

type RawOf = (name: string) => Raw;

/** @param rawOf called for each query: a plan rule may change values between queries */
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

/** @param path names of attributes, outermost first */
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
  const plain = toPlain(type, value);
  return plain === partlyUnknown ? { isKnown: false } : { isKnown: true, value: plain };
}
