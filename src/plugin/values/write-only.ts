import type { Path } from '../define/path';
import type { Attributes } from '../define/schema-types';
import { isRawList, isRawObject, type Raw, type RawObject } from './raw';
import { walkTypes } from './walk';

/** Adds the write-only values of a configuration to a planned value; `undefined` for a type without any. */
type Fill = ((planned: Raw, config: Raw) => Raw) | undefined;

const filling = walkTypes<Fill>({
  scalar: () => undefined,
  list: element =>
    element &&
    ((planned, config) =>
      isRawList(planned) && isRawList(config)
        ? planned.map((value, index) => element(value, config[index] ?? null))
        : planned),
  // A set contains none: Terraform could not distinguish its elements by them.
  set: () => undefined,
  map: element =>
    element &&
    ((planned, config) =>
      isRawObject(planned) && isRawObject(config)
        ? Object.fromEntries(
            Object.entries(planned).map(([key, value]) => [key, element(value, config[key] ?? null)]),
          )
        : planned),
  object: members => {
    const filled = members.filter(({ attribute, inner }) => attribute.writeOnly || inner);
    if (filled.length === 0) return undefined;
    return (planned, config) => {
      if (!isRawObject(planned) || !isRawObject(config)) return planned;
      const whole: Record<string, Raw> = { ...planned };
      for (const { name, attribute, inner } of filled) {
        const given = config[name] ?? null;
        whole[name] = attribute.writeOnly || !inner ? given : inner(planned[name] ?? null, given);
      }
      return whole;
    };
  },
});

type RawOf = (name: string) => Raw;

/** Adds the write-only values, which are only in the configuration, to the planned ones. */
export function withWriteOnly(attributes: Attributes, plannedOf: RawOf, configOf: RawOf): RawOf {
  return name => {
    const attribute = attributes[name];
    if (attribute?.writeOnly) return configOf(name);
    const fill = attribute && filling.ofType(attribute.type);
    return fill ? fill(plannedOf(name), configOf(name)) : plannedOf(name);
  };
}

/** Finds the write-only values in a configuration. */
type Find = ((config: Raw) => readonly Path[]) | undefined;

const finding = walkTypes<Find>({
  scalar: () => undefined,
  list: element =>
    element &&
    (config => (isRawList(config) ? config.flatMap((value, index) => under(index, element(value))) : [])),
  set: () => undefined,
  map: element =>
    element &&
    (config =>
      isRawObject(config)
        ? Object.entries(config).flatMap(([key, value]) => under(key, element(value)))
        : []),
  object: members => {
    const places = members.filter(({ attribute, inner }) => attribute.writeOnly || inner);
    if (places.length === 0) return undefined;
    return config =>
      isRawObject(config)
        ? places.flatMap(({ name, attribute, inner }) => {
            const value = config[name] ?? null;
            if (value === null) return [];
            return attribute.writeOnly ? [[name]] : under(name, inner?.(value));
          })
        : [];
  },
});

function under(step: string | number, paths: readonly Path[] = []): readonly Path[] {
  return paths.map(path => [step, ...path]);
}

/** Returns the paths of the write-only values in a configuration. */
export function writeOnlyPaths(attributes: Attributes, config: RawObject): readonly Path[] {
  return finding.ofAttributes(attributes)?.(config) ?? [];
}
