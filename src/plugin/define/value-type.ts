import type {
  BoolType,
  ElementType,
  ListOf,
  MapOf,
  Meanings,
  NestableAttributes,
  NumberType,
  ObjectOf,
  SetOf,
  StringType,
} from './schema-types';
import type { HoldsWriteOnly } from './shapes';

/** In the place of a type that Terraform could not honour: the text is what the compiler shows. */
interface Refused<Reason extends string> {
  readonly refused: Reason;
}

export const string: StringType = { kind: 'string' };

/** A number of Terraform, as a JavaScript number: whole numbers up to 2^53, others with 15 to 17 digits. */
export const number: NumberType = { kind: 'number' };

export const bool: BoolType = { kind: 'bool' };

/** A string that is one of the given ones; any other value is refused at validation. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): StringType<Choice> {
  return { kind: 'string', choices };
}

/** A string that is one of these, each with what it does. Documentation is made of that, and constants for programs. */
export function choiceOf<const Choice extends string>(meanings: Meanings<Choice>): StringType<Choice> {
  const isChoice = (name: string): name is Choice => Object.hasOwn(meanings, name);
  return { kind: 'string', choices: Object.keys(meanings).filter(isChoice), meanings };
}

/** What the choices do, for a description: `` `warn` says so, `refuse` is an error ``. */
export function meaningsOf({ meanings = {} }: StringType): string {
  return Object.entries(meanings)
    .map(([name, meaning]) => `\`${name}\` ${meaning}`)
    .join(', ');
}

export function listOf<const Element extends ElementType>(element: Element): ListOf<Element> {
  return { kind: 'list', element };
}

/**
 * A set: order and duplicates mean nothing; its plain value is an array without duplicates. Terraform cannot tell two
 * elements apart by write-only attributes, which it never stores, and refuses them here.
 */
export function setOf<const Element extends ElementType>(
  element: Element &
    (true extends HoldsWriteOnly<Element> ? Refused<'a set cannot hold write-only attributes'> : unknown),
): SetOf<Element> {
  return { kind: 'set', element };
}

export function mapOf<const Element extends ElementType>(element: Element): MapOf<Element> {
  return { kind: 'map', element };
}

/** An object with attributes of its own (nested attributes of protocol 6). */
export function objectOf<const Nested extends NestableAttributes>(attributes: Nested): ObjectOf<Nested> {
  return { kind: 'object', attributes };
}
