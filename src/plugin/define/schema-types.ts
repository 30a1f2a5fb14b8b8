import type { Path } from './path';

/**
 * A type of Terraform's type system. Its structure is all that there is: `shapes.ts` derives from it the TypeScript
 * types of plain values, and `values/walk.ts` whatever happens to values at run time.
 */
export type ValueType = ScalarType | ListType | SetType | MapType | ObjectType;

export type ScalarType = StringType | NumberType | BoolType;

export interface StringType<Choice extends string = string> {
  readonly kind: 'string';
  readonly choices?: readonly Choice[];
  /** What each choice does: the rest of a sentence that begins with it. */
  readonly meanings?: Meanings<Choice>;
}

export type Meanings<Choice extends string> = { readonly [Name in Choice]: string };

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

/** What a check finds wrong, or doubtful, in a value. It never quotes a sensitive value. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** About five words. */
  readonly summary: string;
  /** What is wrong and what to do. */
  readonly detail: string;
  /** Where in the checked value it is, if not in all of it: `['receivers', 2, 'url']`. */
  readonly at?: Path;
  /** Terraform prints the source line of an attribute's diagnostic: true keeps a secret in it off the screen. */
  readonly holdsSecret?: boolean;
}

/** Looks at one known value. Pure; runs at validation, as often as Terraform asks. */
export type Check<Plain> = (value: Plain) => readonly Finding[];

/** One attribute of a definition, as data, with its own type forgotten. The builders below are the way to make one. */
export interface Attribute {
  readonly mode: AttributeMode;
  readonly type: ValueType;
  readonly description: string;
  readonly sensitive: boolean;
  readonly writeOnly: boolean;
  readonly replaces: boolean;
  readonly stable: boolean;
  /** What an absent value becomes (mode `defaulted`). */
  readonly default?: unknown;
  /** Environment variable that stands in for an absent value (provider configuration only). */
  readonly environment?: string | undefined;
  /** A method, so that an attribute of any type can stand in a table of attributes. */
  check?(value: unknown): readonly Finding[];
}

/**
 * - `required`: the configuration must have it.
 * - `optional`: may be absent, and then stays so unless the environment gives it.
 * - `defaulted`: may be absent, and then has its default.
 * - `settled`: absent in the configuration, it comes from the environment; absent there too, it is an error.
 * - `computed`: the platform decides.
 * - `sometimes`: the platform decides, and may leave it absent.
 */
export type AttributeMode = 'required' | 'optional' | 'defaulted' | 'settled' | 'computed' | 'sometimes';

export type Attributes = Readonly<Record<string, Attribute>>;

/** Attributes of a resource, or of an object inside one: the environment gives none of them. */
export type NestableAttributes = Readonly<Record<string, Attribute & { readonly environment?: undefined }>>;
