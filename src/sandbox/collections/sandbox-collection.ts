/** What is needed of an object: an id to find it by. */
export interface Identified {
  readonly id: string;
}

/** One thing that is wrong with an input, and where. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * A check of untrusted input. Every schema of zod is one. Written out, so that programs which start a sandbox need no
 * types of that library.
 */
export interface Shape<Value> {
  safeParse(
    input: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

export type Environment = 'live' | 'test';

/** What only the platform gives to a new object. */
export interface Making {
  /** An unpredictable id such as `wh_…`. */
  identifier(prefix: string): string;
  /** Paragraph 2.4: `svc_live_` or `svc_test_` and 32 random characters. */
  apiKey(environment: Environment): string;
  /** A signing secret for an object that was given none. */
  secret(): string;
  /** ISO 8601, by the platform's clock. */
  timestamp(): string;
  /** The sandbox's own. */
  readonly environment: Environment;
}

/** A change of some fields. A field that is absent or `undefined` stays unchanged. */
export type Change<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** The types of one collection. */
export interface CollectionTypes {
  /** An object with all that the platform keeps, secrets included. */
  readonly stored: Identified;
  /** An object as the platform shows it. */
  readonly shown: Identified;
  /** The answer to its creation, which may show more. */
  readonly created: Identified;
  /** What it is made of. A seed, and a person behind the client's back, may give more of it than a request. */
  readonly request: object;
  readonly change: object;
}

/** All that the sandbox knows of one collection. */
export interface SandboxCollection<Types extends CollectionTypes> {
  /** Its name in the data file, in cursors and in the paths of the switches, such as `api_keys`. */
  readonly savedAs: string;
  /** For messages, such as `API key`. */
  readonly noun: string;
  /** What a request for a new object may hold. */
  readonly creation: Shape<Types['request']>;
  /** What a request for a change may hold. Absent for objects that the API does not change. */
  readonly change?: Shape<Types['change']>;
  /** What a seed and the switches may hold. @default the same as requests */
  readonly behindTheBack?: {
    readonly creation: Shape<Types['request']>;
    readonly change?: Shape<Types['change']>;
  };
  /** An object in the data file. */
  readonly saved: Shape<Types['stored']>;
  /** Field beside the id that finds an object. @default none */
  readonly uniqueField?: string;
  /** Fields of a request that hold the id of an object of another collection. */
  readonly references?: Readonly<Record<string, SandboxCollection<CollectionTypes>>>;
  make(request: Types['request'], making: Making): Types['stored'];
  show(stored: Types['stored']): Types['shown'];
  /** The answer to a creation. */
  reveal(stored: Types['stored']): Types['created'];
  /** What no output may show; tests search for it. @default none */
  secretsOf?(stored: Types['stored']): readonly (string | undefined)[];
  /** Never set: it carries the types. */
  readonly types?: Types;
}
