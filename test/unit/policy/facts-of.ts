import {
  type EndpointFacts,
  type KeyFacts,
  known,
  type Names,
  type Possible,
} from '../../../src/policy/facts';

/** A set of names, all of them known. */
export function names(...items: string[]): Names {
  return { items: items.map(known), isComplete: true };
}

/** A key with one scope and a rotation, changed where a test needs it. */
export function aKey(changes: Partial<KeyFacts> = {}): KeyFacts {
  return {
    scopes: known(names('alerts:read')),
    unrestricted: known(undefined),
    rotation: rotation(90),
    ...changes,
  };
}

export function rotation(afterDays: number | undefined, hasTriggers = false): KeyFacts['rotation'] {
  return known({ afterDays: known(afterDays), hasTriggers: known(hasTriggers) });
}

/** An endpoint with a write-only secret and one event type. */
export function anEndpoint(changes: Partial<EndpointFacts> = {}): EndpointFacts {
  return {
    host: known('hooks.example.com'),
    events: known(names('alert.created')),
    hasStoredSecret: false,
    ...changes,
  };
}

/** One of two values. */
export function either<T>(one: T, other: T): Possible<T> {
  return { values: [one, other], isComplete: true };
}

/** This value, or another one that nobody knows. */
export function perhaps<T>(value: T): Possible<T> {
  return { values: [value], isComplete: false };
}
