import type { Attributes, ValueType } from '../define/schema-types';
import { isRawList, isRawObject, type Raw, type RawObject } from './raw';
import { walkTypes } from './walk';

/** Collects the sensitive texts of a value; `undefined` for a type without sensitive parts. */
type Gather = ((value: Raw, found: string[]) => void) | undefined;

const gathering = walkTypes<Gather>({
  scalar: () => undefined,
  list: ofElements,
  set: ofElements,
  map: ofElements,
  object: members => {
    const places = members.flatMap(({ name, attribute, inner }) => {
      const gather = attribute.sensitive ? addTexts : inner;
      return gather === undefined ? [] : [{ name, gather }];
    });
    if (places.length === 0) return undefined;
    return (value, found) => {
      if (isRawObject(value)) for (const { name, gather } of places) gather(value[name] ?? null, found);
    };
  },
});

function ofElements(element: Gather): Gather {
  if (element === undefined) return undefined;
  return (value, found) => {
    for (const inner of elementsOf(value)) element(inner, found);
  };
}

function addTexts(value: Raw, found: string[]): void {
  if (typeof value === 'string') found.push(value);
  else for (const inner of elementsOf(value)) addTexts(inner, found);
}

function elementsOf(value: Raw): readonly Raw[] {
  if (isRawList(value)) return value;
  return isRawObject(value) ? Object.values(value) : [];
}

/** Returns the known texts of an object's sensitive attributes, at any depth. No message may repeat them. */
export function sensitiveTexts(attributes: Attributes, value: RawObject): readonly string[] {
  const found: string[] = [];
  gathering.ofAttributes(attributes)?.(value, found);
  return found;
}

/** Returns true if an attribute inside the type is sensitive. */
export function mayHoldSensitive(type: ValueType): boolean {
  return gathering.ofType(type) !== undefined;
}
