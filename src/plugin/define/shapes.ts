import type {
  Attribute,
  AttributeMode,
  Attributes,
  BoolType,
  FlatType,
  ListOf,
  MapOf,
  NumberType,
  ObjectOf,
  SetOf,
  StringType,
  ValueType,
} from './schema-types';

/**
 * Who sees a plain value, and so what of it is certain, at every depth:
 * - `config`: a rule, before defaults;
 * - `planned`: create and update, with defaults and write-only values;
 * - `state`: whatever is stored;
 * - `default`: the author, who writes a default.
 */
type View = 'config' | 'planned' | 'state' | 'default';

/** The plain value of a type; of a type that is forgotten, anything. */
type Plain<Type, As extends View> = FlatType extends Type ? unknown : PlainOfOne<Type, As>;

type PlainOfOne<Type, As extends View> =
  Type extends ObjectOf<infer Nested>
    ? ObjectIn<Nested, As>
    : Type extends ListOf<infer Element> | SetOf<infer Element>
      ? readonly Plain<Element, As>[]
      : Type extends MapOf<infer Element>
        ? Readonly<Record<string, Plain<Element, As>>>
        : Type extends StringType<infer Choice>
          ? Choice
          : Type extends NumberType
            ? number
            : Type extends BoolType
              ? boolean
              : never;

type ObjectIn<A extends Attributes, As extends View> = {
  config: ConfigOf<A>;
  planned: PlannedOf<A>;
  state: StateOf<A>;
  default: DefaultOf<A>;
}[As];

export type StateIn<Type extends ValueType> = Plain<Type, 'state'>;
export type ConfigIn<Type extends ValueType> = Plain<Type, 'config'>;
export type DefaultIn<Type extends ValueType> = Plain<Type, 'default'>;

type NamesOf<A extends Attributes, Mode> = {
  [Name in keyof A]: A[Name]['mode'] extends Mode ? Name : never;
}[keyof A];

type StoredNamesOf<A extends Attributes, Mode> = {
  [Name in keyof A]: A[Name]['mode'] extends Mode
    ? A[Name]['writeOnly'] extends true
      ? never
      : Name
    : never;
}[keyof A];

/** Shows a type as one flat object in editors and messages. */
type Flat<T> = { [Name in keyof T]: T[Name] } & {};

type Present<A extends Attributes, Names extends keyof A, As extends View> = {
  readonly [Name in Names]: Plain<A[Name]['type'], As>;
};
type Perhaps<A extends Attributes, Names extends keyof A, As extends View> = {
  readonly [Name in Names]?: Plain<A[Name]['type'], As> | undefined;
};

/** What the rules of validation see: an attribute of which any part is unknown is `undefined`. */
export type ConfigOf<A extends Attributes> = Flat<
  Perhaps<A, NamesOf<A, 'required' | 'optional' | 'defaulted' | 'provided'>, 'config'>
>;

/** What the rules of a plan see: the same, with defaults. */
export type PlanOf<A extends Attributes> = Flat<
  Perhaps<A, NamesOf<A, 'required' | 'optional' | 'defaulted' | 'provided'>, 'planned'>
>;

/** The configuration with its defaults filled in, write-only values included: what create and update aim at. */
export type PlannedOf<A extends Attributes> = Flat<
  Present<A, NamesOf<A, 'required' | 'defaulted' | 'provided'>, 'planned'> &
    Perhaps<A, NamesOf<A, 'optional'>, 'planned'>
>;

/** What Terraform's state holds of an object: everything but write-only values. */
export type StateOf<A extends Attributes> = Flat<
  Present<A, StoredNamesOf<A, 'required' | 'defaulted' | 'provided' | 'computed'>, 'state'> &
    Perhaps<A, StoredNamesOf<A, 'optional' | 'sometimes'>, 'state'>
>;

/** What stands in for a nested object that the configuration leaves out: nothing computed, nothing write-only. */
type DefaultOf<A extends Attributes> = Flat<
  Present<A, StoredNamesOf<A, 'required' | 'defaulted'>, 'default'> &
    Perhaps<A, StoredNamesOf<A, 'optional'>, 'default'>
>;

/** A state of which only the identity is certain: right after an import nothing else is known. */
export type IdentifiedOf<A extends Attributes, Identity extends keyof StateOf<A>> = Flat<
  Pick<StateOf<A>, Identity> & Partial<{ [Name in keyof StateOf<A>]: StateOf<A>[Name] | undefined }>
>;

/** True, or a union with true, where an attribute like `Wanted` is inside the type at any depth. */
type Holds<Type, Wanted extends Partial<Attribute>> = [ValueType] extends [Type]
  ? false
  : HoldsInside<Type, Wanted>;

type HoldsInside<Type, Wanted extends Partial<Attribute>> = Type extends FlatType
  ? false
  : Type extends ObjectOf<infer Nested>
    ? {
        [Name in keyof Nested]: Nested[Name] extends Wanted ? true : Holds<Nested[Name]['type'], Wanted>;
      }[keyof Nested]
    : Type extends { readonly element: infer Element }
      ? Holds<Element, Wanted>
      : false;

export type HoldsWriteOnly<Type> = Holds<Type, { readonly writeOnly: true }>;
export type HoldsComputed<Type> = Holds<Type, { readonly mode: 'computed' | 'sometimes' }>;
export type HoldsConfigurable<Type> = Holds<
  Type,
  { readonly mode: Exclude<AttributeMode, 'computed' | 'sometimes'> }
>;
