import type { Attributes } from '../define/attribute';
import { isRawList, isRawObject, type Raw, type RawObject } from './raw';

/** The known texts of an object under its sensitive attributes, which no message may repeat. */
export function sensitiveTexts(attributes: Attributes, value: RawObject): readonly string[] {
  return placesIn(attributes).flatMap(({ name, within }) => {
    const part = value[name] ?? null;
    if (within === undefined) return textsIn(part);
    return isRawObject(part) ? sensitiveTexts(within, part) : [];
  });
}

/** An attribute that is sensitive, or an object `within` which one may be. */
interface SensitivePlace {
  readonly name: string;
  readonly within: Attributes | undefined;
}

/** Found once for a definition: each object that is read is looked through. */
const places = new WeakMap<Attributes, readonly SensitivePlace[]>();

function placesIn(attributes: Attributes): readonly SensitivePlace[] {
  const known = places.get(attributes);
  if (known !== undefined) return known;
  const found = Object.entries(attributes).flatMap(([name, { sensitive, type }]): SensitivePlace[] => {
    if (sensitive) return [{ name, within: undefined }];
    return type.kind === 'object' ? [{ name, within: type.attributes }] : [];
  });
  places.set(attributes, found);
  return found;
}

function textsIn(value: Raw): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isRawList(value)) return value.flatMap(textsIn);
  return isRawObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
