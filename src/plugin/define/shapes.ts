import type { Attribute, Attributes } from './attribute';

/** The plain value of an attribute. */
type Value<A> = A extends Attribute<infer Plain> ? Plain : never;

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

type Present<A extends Attributes, Names extends keyof A> = { readonly [Name in Names]: Value<A[Name]> };
type Perhaps<A extends Attributes, Names extends keyof A> = {
  readonly [Name in Names]?: Value<A[Name]> | undefined;
};

/** What rules see, in validation and in plans: an attribute of which any part is unknown is `undefined`. */
export type ConfigOf<A extends Attributes> = Flat<
  Perhaps<A, NamesOf<A, 'required' | 'optional' | 'defaulted' | 'settled'>>
>;

/** The configuration with its defaults filled in, write-only values included: what create and update aim at. */
export type PlannedOf<A extends Attributes> = Flat<
  Present<A, NamesOf<A, 'required' | 'defaulted' | 'settled'>> & Perhaps<A, NamesOf<A, 'optional'>>
>;

/** What Terraform's state holds of an object: everything but write-only values. */
export type StateOf<A extends Attributes> = Flat<
  Present<A, StoredNamesOf<A, 'required' | 'defaulted' | 'settled' | 'computed'>> &
    Perhaps<A, StoredNamesOf<A, 'optional' | 'sometimes'>>
>;

/** A state of which only the identity is certain: right after an import nothing else is known. */
export type IdentifiedOf<A extends Attributes, Identity extends keyof StateOf<A>> = Flat<
  Pick<StateOf<A>, Identity> & Partial<{ [Name in keyof StateOf<A>]: StateOf<A>[Name] | undefined }>
>;
