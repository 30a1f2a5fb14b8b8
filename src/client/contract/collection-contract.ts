import type { Decoder } from './decode';
import type { Operation, Verb } from './operation';

interface Identified {
  readonly id: string;
}

/** The types of one collection. */
export interface CollectionTypes {
  /** An object as the platform shows it. */
  readonly item: Identified;
  /** The response to a create. It may show more than any later response. */
  readonly created: Identified;
  /** The body of a create request. */
  readonly wanted: object;
  /** The body of an update request. An absent or undefined field stays unchanged. */
  readonly changes: object;
}

/** Everything that the client knows about one collection with create, update and delete. */
export interface CollectionContract<Types extends CollectionTypes> {
  readonly operations: Readonly<Record<Verb, Operation>>;
  readonly item: Decoder<Types['item']>;
  readonly created: Decoder<Types['created']>;
  /** Values in a request that no message may repeat. */
  secretsSent?(fields: Types['wanted'] | Types['changes']): readonly (string | undefined)[];
  /** Values in the response to a create that no message may repeat. */
  secretsIssued?(created: Types['created']): readonly string[];
  /** Never set: it carries the types of requests, which no decoder mentions. */
  readonly types?: Types;
}

/** A collection with list only. */
export interface ListContract<Item extends Identified> {
  readonly operations: Readonly<Record<'list', Operation>>;
  readonly item: Decoder<Item>;
}
