import type { Attributes } from '../define/schema-types';
import type { Raw, RawObject } from './raw';

/** Reads planned values, and write-only ones from the configuration, which alone has them. */
export function withWriteOnly(
  attributes: Attributes,
  planned: RawObject,
  config: RawObject,
): (name: string) => Raw {
  return name => (attributes[name]?.writeOnly ? config : planned)[name] ?? null;
}

/** Returns the names of the write-only values in a configuration. */
export function writeOnlyNames(attributes: Attributes, config: RawObject): readonly string[] {
  return Object.keys(attributes).filter(
    name => attributes[name]?.writeOnly && (config[name] ?? null) !== null,
  );
}
