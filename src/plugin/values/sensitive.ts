import type { Attributes } from '../define/attribute';
import { isRawList, isRawObject, type Raw, type RawObject } from './raw';

/** The known texts of an object under its sensitive attributes, which no message may repeat. */
export function sensitiveTexts(attributes: Attributes, value: RawObject): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const part = value[name] ?? null;
    if (attribute.sensitive) return textsIn(part);
    return attribute.type.kind === 'object' && isRawObject(part)
      ? sensitiveTexts(attribute.type.attributes, part)
      : [];
  });
}

function textsIn(value: Raw): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isRawList(value)) return value.flatMap(textsIn);
  return isRawObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
