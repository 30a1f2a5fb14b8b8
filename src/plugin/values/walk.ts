import type { Attribute, Attributes, ScalarType, ValueType } from '../define/schema-types';

/** One attribute of an object, with the walk's result for its type. */
export interface Member<Result> {
  readonly name: string;
  readonly attribute: Attribute;
  readonly inner: Result;
}

/**
 * Defines the result for each kind of type, given the results for the types inside it. A result is usually a
 * function over values, so each type is visited once, not again for each value.
 */
export interface TypeWalk<Result> {
  scalar(type: ScalarType): Result;
  list(element: Result): Result;
  set(element: Result): Result;
  map(element: Result): Result;
  object(members: readonly Member<Result>[]): Result;
}

/** The only recursion over types. It caches results as long as the type exists. */
export function walkTypes<Result>(walk: TypeWalk<Result>) {
  const ofType = remembered((type: ValueType): Result => {
    switch (type.kind) {
      case 'list':
        return walk.list(ofType(type.element));
      case 'set':
        return walk.set(ofType(type.element));
      case 'map':
        return walk.map(ofType(type.element));
      case 'object':
        return ofAttributes(type.attributes);
      default:
        return walk.scalar(type);
    }
  });
  const ofAttributes = remembered((attributes: Attributes) => walk.object(membersOf(attributes)));
  const membersOf = remembered((attributes: Attributes): readonly Member<Result>[] =>
    Object.entries(attributes).map(([name, attribute]) => ({
      name,
      attribute,
      inner: ofType(attribute.type),
    })),
  );
  return { ofType, ofAttributes, membersOf };
}

/** Caches one value for each key, as long as the key exists. */
export function remembered<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>();
  return key => {
    let found = values.get(key);
    if (found === undefined) {
      found = { value: compute(key) };
      values.set(key, found);
    }
    return found.value;
  };
}
