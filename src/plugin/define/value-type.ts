import type {
  BoolType,
  ListOf,
  ListType,
  MapType,
  Meanings,
  NumberType,
  ObjectAttributes,
  ObjectOf,
  SetType,
  StringType,
} from './schema-types';

export const string: StringType = { kind: 'string' };

/**
 * A Terraform number as a JavaScript number: whole numbers up to 2^53, others with 15 to 17 digits. More digits are rounded
 * without a word, so a number needs a `check` of its range.
 */
export const number: NumberType = { kind: 'number' };

export const bool: BoolType = { kind: 'bool' };

/** A string that is one of these. Documentation and constants are generated from the meanings. */
export function choiceOf<const Choice extends string>(meanings: Meanings<Choice>): StringType<Choice> {
  return { kind: 'string', meanings };
}

/** Describes the choices: `` `warn` says so, `refuse` is an error ``. */
export function meaningsOf({ meanings = {} }: StringType): string {
  return Object.entries(meanings)
    .map(([name, meaning]) => `\`${name}\` ${meaning}`)
    .join(', ');
}

export function listOf<const Element extends ListType['element']>(element: Element): ListOf<Element> {
  return { kind: 'list', element };
}

/** A set: order and duplicates are ignored, and its plain value is an array without duplicates. */
export function setOf(element: StringType): SetType {
  return { kind: 'set', element };
}

export function mapOf(element: StringType): MapType {
  return { kind: 'map', element };
}

/** An object with attributes of its own (nested attributes of protocol 6). */
export function objectOf<const Nested extends ObjectAttributes>(attributes: Nested): ObjectOf<Nested> {
  for (const [name, { replaces, stable }] of Object.entries(attributes))
    if (replaces || stable) throw new TypeError(`${name}: only the whole object replaces, or is stable`);
  return { kind: 'object', attributes };
}
