/**
 * A part of a value that Terraform may not know yet. Only a known part has a `value`: the compiler makes a rule ask
 * before it reads.
 */
export type Part<Value> = { readonly isKnown: true; readonly value: Value } | { readonly isKnown: false };

type NameIn<Values> = string & keyof Values;

/** What an attribute of a nested object is; absent where the object is. */
type Member<Value, Name extends keyof NonNullable<Value>> = NonNullable<Value>[Name] | undefined;

/**
 * What a rule may ask about values of which Terraform does not know all yet. A rule sees an attribute as `undefined`
 * while any part of it is unknown: half a list, read as a whole one, leads to a wrong verdict.
 */
export interface Knowledge<Values> {
  /** False while any part of the attribute's value is unknown: absence proves nothing then. */
  isKnown(attribute: NameIn<Values>): boolean;
  /** True where the attribute is certainly not null, even if a part of it is unknown. */
  isGiven(attribute: NameIn<Values>): boolean;
  /** The value of an attribute, or of one inside a nested object, which may be known while its neighbours are not. */
  part<Name extends NameIn<Values>>(name: Name): Part<Values[Name]>;
  part<Name extends NameIn<Values>, Inner extends string & keyof NonNullable<Values[Name]>>(
    name: Name,
    inner: Inner,
  ): Part<Member<Values[Name], Inner>>;
}
