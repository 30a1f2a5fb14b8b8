import type {
  Attribute,
  Attributes,
  ListType,
  MapType,
  ScalarType,
  SetType,
  ValueType,
} from '../define/schema-types';

/** One attribute of an object, with what a walk makes of its type. */
export interface Member<Result> {
  readonly name: string;
  readonly attribute: Attribute;
  readonly inner: Result;
}

/**
 * What becomes of each kind of type, given what became of the types inside it. A result is a function over values as a
 * rule, so the types are looked at once, and not again for each value.
 */
export interface TypeWalk<Result> {
  scalar(type: ScalarType): Result;
  list(element: Result, type: ListType): Result;
  set(element: Result, type: SetType): Result;
  map(element: Result, type: MapType): Result;
  object(members: readonly Member<Result>[]): Result;
}

export interface Walked<Result> {
  ofType(type: ValueType): Result;
  /** The result for an object that has these. */
  ofAttributes(attributes: Attributes): Result;
  membersOf(attributes: Attributes): readonly Member<Result>[];
}

/** The one recursion over types. It remembers its results, for as long as there is the type. */
export function walkTypes<Result>(walk: TypeWalk<Result>): Walked<Result> {
  const ofType = remembered((type: ValueType): Result => {
    switch (type.kind) {
      case 'list':
        return walk.list(ofType(type.element), type);
      case 'set':
        return walk.set(ofType(type.element), type);
      case 'map':
        return walk.map(ofType(type.element), type);
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

/** Asks once for each key, and keeps the answer as long as the key is there. */
export function remembered<Key extends object, Answer>(answerOf: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new WeakMap<Key, { readonly answer: Answer }>();
  return key => {
    let found = answers.get(key);
    if (found === undefined) {
      found = { answer: answerOf(key) };
      answers.set(key, found);
    }
    return found.answer;
  };
}
