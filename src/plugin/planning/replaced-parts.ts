import type { Path } from '../define/path';
import type { Attributes } from '../define/schema-types';
import { isEqual } from '../values/equality';
import { isRawList, isRawObject, type Raw, type RawObject } from '../values/raw';
import { walkTypes } from '../values/walk';

/** Finds changes inside a planned value that replace the object; `undefined` for a type without such parts. */
type Find = ((prior: Raw, planned: Raw) => readonly Path[]) | undefined;

const finding = walkTypes<Find>({
  scalar: () => undefined,
  list: element =>
    element &&
    ((prior, planned) => {
      if (!isRawList(planned)) return [];
      const before = isRawList(prior) ? prior : [];
      return planned.flatMap((value, index) => under(index, element(before[index] ?? null, value)));
    }),
  // Terraform cannot point into a set, and an element with another content is another element.
  set: (element, type) => element && ((prior, planned) => (isEqual(type, prior, planned) ? [] : [[]])),
  map: element =>
    element &&
    ((prior, planned) => {
      if (!isRawObject(planned)) return [];
      const before = isRawObject(prior) ? prior : {};
      return Object.entries(planned).flatMap(([key, value]) =>
        under(key, element(before[key] ?? null, value)),
      );
    }),
  object: members => {
    const places = members.filter(({ attribute, inner }) => attribute.replaces || inner);
    if (places.length === 0) return undefined;
    return (prior, planned) => {
      if (!isRawObject(planned)) return [];
      const before = isRawObject(prior) ? prior : {};
      return places.flatMap(({ name, attribute, inner }) => {
        const [was, becomes] = [before[name] ?? null, planned[name] ?? null];
        const isReplaced = attribute.replaces && !isEqual(attribute.type, was, becomes);
        return isReplaced ? [[name]] : under(name, inner?.(was, becomes));
      });
    };
  },
});

function under(step: Path[number], paths: readonly Path[] = []): readonly Path[] {
  return paths.map(path => [step, ...path]);
}

/** Returns the paths inside attributes whose change replaces the object. */
export function replacedParts(attributes: Attributes, prior: RawObject, planned: RawObject): readonly Path[] {
  return finding
    .membersOf(attributes)
    .flatMap(({ name, attribute, inner }) =>
      attribute.replaces ? [] : under(name, inner?.(prior[name] ?? null, planned[name] ?? null)),
    );
}
