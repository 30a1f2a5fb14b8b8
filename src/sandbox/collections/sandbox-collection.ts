import type { Identified } from '../../client/contract/collection-contract';
import type { Identifiers } from './identifiers';

/** One fault in an input, with its path. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A check of untrusted input, as zod's schemas are: programs that start a sandbox need no types of zod. */
export interface Shape<Value> {
  safeParse(
    input: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

/** A change of some fields. A field that is absent or `undefined` stays unchanged. */
export type Change<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

type OptionalNames<V> = { [Name in keyof V]: undefined extends V[Name] ? Name : never }[keyof V];
type Nullable<Values> = { readonly [Name in keyof Values]?: Values[Name] | null };
/** Values as JSON has them: an optional one is absent or null. */
export type Json<V> = Omit<V, OptionalNames<V>> & Nullable<Pick<V, OptionalNames<V>>>;

export interface CollectionTypes {
  /** An object with everything that the platform stores, secrets included. */
  readonly stored: Identified;
  /** An object as the platform shows it. */
  readonly shown: Identified;
  /** The response to its create, which may show more. */
  readonly created: Identified;
  /** The input of a create. A seed, or the controls, may set more fields than an API request. */
  readonly request: object;
  readonly change: object;
}

/** Everything that the sandbox knows about one collection. */
export interface SandboxCollection<Types extends CollectionTypes> {
  /** Name of the collection in the paths of the controls, such as `api_keys`. */
  readonly segment: string;
  /** Name of the kind in messages, such as `API key`. */
  readonly noun: string;
  /** The accepted body of a create request. */
  readonly creation: Shape<Types['request']>;
  /** The accepted body of an update request. Absent for objects that the API does not change. */
  readonly change?: Shape<Types['change']>;
  /** The accepted input of a seed and of the controls. @default the same as requests */
  readonly behindTheBack?: {
    readonly creation: Shape<Types['request']>;
    readonly change?: Shape<Types['change']>;
  };
  /** Fields of a request that hold the id of an object of another collection. */
  readonly references?: Readonly<Record<string, SandboxCollection<CollectionTypes>>>;
  make(request: Types['request'], making: Identifiers): Types['stored'];
  show(stored: Types['stored']): Types['shown'];
  /** Returns the response to a create. */
  reveal(stored: Types['stored']): Types['created'];
  /** Returns the values that no output may show. Tests search for them. @default none */
  secretsOf?(stored: Types['stored']): readonly (string | undefined)[];
  /** Never set: it carries the types. */
  readonly types?: Types;
}
