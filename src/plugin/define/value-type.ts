import type { Attributes } from './attribute';
import type { StateOf } from './shapes';

/**
 * A type of Terraform's type system, with the TypeScript type of its plain value riding along as `Plain`.
 *
 * `plain` never holds anything: it gives the compiler a place to keep `Plain`.
 */
export type ValueType<Plain = unknown> = (
  | { readonly kind: 'string'; readonly choices?: readonly string[] }
  | { readonly kind: 'number' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'list' | 'set' | 'map'; readonly element: ValueType }
  | { readonly kind: 'object'; readonly attributes: Attributes }
) & { readonly plain?: Plain };

export type PlainOf<Type> = Type extends ValueType<infer Plain> ? Plain : never;

export const string: ValueType<string> = { kind: 'string' };

/** A number of Terraform, as a JavaScript number: whole numbers are exact up to 2^53. */
export const number: ValueType<number> = { kind: 'number' };

export const bool: ValueType<boolean> = { kind: 'bool' };

/** A string that is one of the given ones; any other value is refused at validation. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): ValueType<Choice> {
  return { kind: 'string', choices };
}

export function listOf<Plain>(element: ValueType<Plain>): ValueType<readonly Plain[]> {
  return { kind: 'list', element };
}

/** A set: order and duplicates mean nothing; its plain value is an array without duplicates. */
export function setOf<Plain>(element: ValueType<Plain>): ValueType<readonly Plain[]> {
  return { kind: 'set', element };
}

export function mapOf<Plain>(element: ValueType<Plain>): ValueType<Readonly<Record<string, Plain>>> {
  return { kind: 'map', element };
}

/** An object with attributes of its own (nested attributes of protocol 6). */
export function objectOf<const Nested extends Attributes>(attributes: Nested): ValueType<StateOf<Nested>> {
  return { kind: 'object', attributes };
}
