/** The value of an attribute; `unknown` if only an apply finds it. */
export type Possible<T> = { readonly value: T } | null;

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

export const known = <T>(value: T): Possible<T> => ({ value });
export const unknown = null;
