import type { Attributes, NestableAttributes } from './attribute';
import type { HoldsWriteOnly } from './shapes';

/**
 * A type of Terraform's type system. Its structure is all that there is: `shapes.ts` derives from it the TypeScript
 * types of plain values, and `values/walk.ts` whatever happens to values at run time.
 */
export type ValueType = ScalarType | ListType | SetType | MapType | ObjectType;

export type ScalarType = StringType | NumberType | BoolType;

export interface StringType<Choice extends string = string> {
  readonly kind: 'string';
  readonly choices?: readonly Choice[];
}

export interface NumberType {
  readonly kind: 'number';
}

export interface BoolType {
  readonly kind: 'bool';
}

export interface ListType {
  readonly kind: 'list';
  readonly element: ValueType;
}

export interface SetType {
  readonly kind: 'set';
  readonly element: ValueType;
}

export interface MapType {
  readonly kind: 'map';
  readonly element: ValueType;
}

export interface ObjectType {
  readonly kind: 'object';
  readonly attributes: Attributes;
}

export interface ListOf<Element extends ValueType> extends ListType {
  readonly element: Element;
}

export interface SetOf<Element extends ValueType> extends SetType {
  readonly element: Element;
}

export interface MapOf<Element extends ValueType> extends MapType {
  readonly element: Element;
}

export interface ObjectOf<Nested extends Attributes> extends ObjectType {
  readonly attributes: Nested;
}

/** A type without objects: Terraform writes it as it stands, whatever its depth. */
export type FlatType = ScalarType | FlatCollection;

interface FlatCollection {
  readonly kind: 'list' | 'set' | 'map';
  readonly element: FlatType;
}

/** What a collection may hold. Protocol 6 nests attributes in a collection, but not in a collection of collections. */
export type ElementType = FlatType | ObjectType;

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
