/**
 * The values that an attribute can take, as far as they are known. A value known for certain is the only one of a
 * complete list. An unknown value is an empty, incomplete list.
 */
export interface Possible<T> {
  readonly values: readonly T[];
  /** False if the attribute can take further values, which are not known. */
  readonly isComplete: boolean;
}

/** A set of names: scopes, or event types. */
export interface Names {
  readonly items: readonly Possible<string>[];
  /** False if the set can have further items, or lack some of these. */
  readonly isComplete: boolean;
}

export interface RotationFacts {
  readonly afterDays: Possible<number | undefined>;
  /** True if triggers are given, and not empty. */
  readonly hasTriggers: Possible<boolean>;
}

/** The attributes of a key that a policy judges. An absent attribute is undefined. */
export interface KeyFacts {
  readonly scopes: Possible<Names | undefined>;
  readonly unrestricted: Possible<boolean | undefined>;
  readonly rotation: Possible<RotationFacts | undefined>;
  readonly tenant: Possible<string>;
  /** `live` or `test`. */
  readonly environment: Possible<string>;
}

/** The attributes of an endpoint that a policy judges. Of the secret it has only whether there is one. */
export interface EndpointFacts {
  /** Host of the address (`hostOf`). */
  readonly host: Possible<string>;
  readonly events: Possible<Names | undefined>;
  /** True if `secret` is given, by whatever expression. */
  readonly hasStoredSecret: boolean;
}

export function known<T>(value: T): Possible<T> {
  return { values: [value], isComplete: true };
}

export const unknown: Possible<never> = { values: [], isComplete: false };

/** Returns the values of either. */
export function anyOf<T>(choices: readonly Possible<T>[]): Possible<T> {
  return {
    values: choices.flatMap(({ values }) => values),
    isComplete: choices.every(({ isComplete }) => isComplete),
  };
}

/** Converts each value. */
export function mapped<T, Result>(
  possible: Possible<T>,
  convert: (value: T) => Possible<Result>,
): Possible<Result> {
  const results = anyOf(possible.values.map(convert));
  return { ...results, isComplete: results.isComplete && possible.isComplete };
}
