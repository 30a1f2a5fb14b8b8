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
 * The reader of a plain value. It determines, at every depth, which parts may be absent:
 * - `config`: a rule, before defaults;
 * - `planned`: create and update, with defaults and write-only values;
 * - `state`: the stored value;
 * - `default`: the author, who writes a default.
 */
type View = 'config' | 'planned' | 'state' | 'default';

/** The plain value of a type; unknown if the specific type was lost. */
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

/** Makes editors and messages show a type as one object. */
type Flat<T> = { [Name in keyof T]: T[Name] } & {};

type Present<A extends Attributes, Names extends keyof A, As extends View> = {
  readonly [Name in Names]: Plain<A[Name]['type'], As>;
};
type Perhaps<A extends Attributes, Names extends keyof A, As extends View> = {
  readonly [Name in Names]?: Plain<A[Name]['type'], As> | undefined;
};

/** Values for validation rules. An attribute with any unknown part is `undefined`. */
export type ConfigOf<A extends Attributes> = Flat<
  Perhaps<A, NamesOf<A, 'required' | 'optional' | 'defaulted' | 'provided'>, 'config'>
>;

/** Values for plan rules: the same, with defaults. */
export type PlanOf<A extends Attributes> = Flat<
  Perhaps<A, NamesOf<A, 'required' | 'optional' | 'defaulted' | 'provided'>, 'planned'>
>;

/** The configuration with defaults and write-only values, for create and update. */
export type PlannedOf<A extends Attributes> = Flat<
  Present<A, NamesOf<A, 'required' | 'defaulted' | 'provided'>, 'planned'> &
    Perhaps<A, NamesOf<A, 'optional'>, 'planned'>
>;

/** An object in Terraform's state: everything except write-only values. */
export type StateOf<A extends Attributes> = Flat<
  Present<A, StoredNamesOf<A, 'required' | 'defaulted' | 'provided' | 'computed'>, 'state'> &
    Perhaps<A, StoredNamesOf<A, 'optional' | 'sometimes'>, 'state'>
>;

/** The default of an omitted nested object: without computed and write-only attributes. */
type DefaultOf<A extends Attributes> = Flat<
  Present<A, StoredNamesOf<A, 'required' | 'defaulted'>, 'default'> &
    Perhaps<A, StoredNamesOf<A, 'optional'>, 'default'>
>;

/** A state with a known identity: after an import, nothing else is known. */
export type IdentifiedOf<A extends Attributes, Identity extends keyof StateOf<A>> = Flat<
  Pick<StateOf<A>, Identity> & Partial<{ [Name in keyof StateOf<A>]: StateOf<A>[Name] | undefined }>
>;

/** True, or a union with true, if the type contains an attribute like `Wanted` at any depth. */
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
