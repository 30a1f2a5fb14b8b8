/** Reports share texts and lists that never change, so none of their types is mutable. */
export type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;
