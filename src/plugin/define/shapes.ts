import type {
  Attributes,
  BoolType,
  ListOf,
  MapType,
  NumberType,
  ObjectOf,
  ScalarType,
  SetType,
  StringType,
} from './schema-types';

/** The plain value of a type; unknown if the specific type was lost. */
export type PlainOf<Type> = ScalarType extends Type ? unknown : PlainOfOne<Type>;

type PlainOfOne<Type> =
  Type extends ObjectOf<infer Nested>
    ? StateOf<Nested>
    : Type extends ListOf<infer Element>
      ? readonly PlainOf<Element>[]
      : Type extends SetType
        ? readonly string[]
        : Type extends MapType
          ? Readonly<Record<string, string>>
          : Type extends StringType<infer Choice>
            ? Choice
            : Type extends NumberType
              ? number
              : Type extends BoolType
                ? boolean
                : never;

type NamesOf<A extends Attributes, Mode> = {
  [Name in keyof A]: A[Name]['mode'] extends Mode ? Name : never;
}[keyof A];

type StoredNamesOf<A extends Attributes, Mode> = {
  [Name in NamesOf<A, Mode>]: A[Name]['writeOnly'] extends true ? never : Name;
}[NamesOf<A, Mode>];

/** Makes editors and messages show a type as one object. */
type Flat<T> = { [Name in keyof T]: T[Name] } & {};

type Present<A extends Attributes, Names extends keyof A> = {
  readonly [Name in Names]: PlainOf<A[Name]['type']>;
};
type Perhaps<A extends Attributes, Names extends keyof A> = {
  readonly [Name in Names]?: PlainOf<A[Name]['type']> | undefined;
};

/** Values for the rules of validation and of a plan. An attribute with any unknown part is `undefined`. */
export type ConfigOf<A extends Attributes> = Flat<
  Perhaps<A, NamesOf<A, 'required' | 'optional' | 'defaulted'>>
>;

/** The configuration with defaults and write-only values, for create and update. */
export type PlannedOf<A extends Attributes> = Flat<
  Present<A, NamesOf<A, 'required' | 'defaulted'>> & Perhaps<A, NamesOf<A, 'optional'>>
>;

/** An object in Terraform's state: everything except write-only values. */
export type StateOf<A extends Attributes> = Flat<
  Present<A, StoredNamesOf<A, 'required' | 'defaulted' | 'computed'>> &
    Perhaps<A, StoredNamesOf<A, 'optional' | 'sometimes'>>
>;

/** A state with a known id: after an import, nothing else is known. */
export type IdentifiedOf<A extends Attributes> = Flat<
  { readonly id: string } & Partial<{ [Name in keyof StateOf<A>]: StateOf<A>[Name] | undefined }>
>;

type Inside<Type> =
  Type extends ObjectOf<infer Nested>
    ? Nested[keyof Nested]
    : Type extends { readonly element: ObjectOf<infer Nested> }
      ? Nested[keyof Nested]
      : never;

/** The modes of the attributes of an object, or of the elements of a collection; never for a type without objects. */
export type ModesInside<Type> = Inside<Type>['mode'];
