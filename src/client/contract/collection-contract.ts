import type { Decoder } from './decode';
import type { Operation, Verb } from './operation';

interface Identified {
  readonly id: string;
}

/** The types of one collection. */
export interface CollectionTypes {
  /** An object as the platform shows it. */
  readonly item: Identified;
  /** The answer to a creation, which may show more than any later one. */
  readonly created: Identified;
  /** What a creation sends. */
  readonly wanted: object;
  /** What a change sends; an absent or undefined field stays as it is. */
  readonly changes: object;
}

/** All that the client knows of one collection whose objects are created, changed and deleted. */
export interface CollectionContract<Types extends CollectionTypes> {
  readonly operations: Readonly<Record<Verb, Operation>>;
  readonly item: Decoder<Types['item']>;
  readonly created: Decoder<Types['created']>;
  /** Values in a request that no message may repeat. */
  secretsSent?(fields: Types['wanted'] | Types['changes']): readonly (string | undefined)[];
  /** Values in the answer to a creation that no message may repeat. */
  secretsIssued?(created: Types['created']): readonly string[];
  /** Never set: it carries the types of requests, which no decoder mentions. */
  readonly types?: Types;
}

/** A collection that is only listed. */
export interface ListContract<Item extends Identified> {
  readonly operations: Readonly<Record<'list', Operation>>;
  readonly item: Decoder<Item>;
}
