/** A part of a value that may be unknown. Only a known part has a `value`, so the compiler enforces the check. */
export type Part<Value> = { readonly isKnown: true; readonly value: Value } | { readonly isKnown: false };

type NameIn<Values> = string & keyof Values;

/** The type of an attribute of a nested object; undefined if the object is absent. */
type Member<Value, Name extends keyof NonNullable<Value>> = NonNullable<Value>[Name] | undefined;

/**
 * Queries of a rule about values that may be unknown. A rule sees an attribute as `undefined` while any part of it
 * is unknown. Otherwise it could take a part of a list for the whole.
 */
export interface Knowledge<Values> {
  /** False while any part of the attribute's value is unknown. Its absence then proves nothing. */
  isKnown(attribute: NameIn<Values>): boolean;
  /** True if the attribute is certainly not null, even if a part of it is unknown. */
  isGiven(attribute: NameIn<Values>): boolean;
  /** Returns a value, also inside a nested object, which may be known although other parts are not. */
  part<Name extends NameIn<Values>>(name: Name): Part<Values[Name]>;
  part<Name extends NameIn<Values>, Inner extends string & keyof NonNullable<Values[Name]>>(
    name: Name,
    inner: Inner,
  ): Part<Member<Values[Name], Inner>>;
}
