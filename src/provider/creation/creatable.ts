import type { Warn } from '../../plugin/define/context';

export interface Identified {
  readonly id: string;
}

/** An object of the platform, as far as two objects can be told apart. */
export interface Listed extends Identified {
  /** See `object-digest.ts`. */
  readonly digest: string;
  /** ISO 8601, by the platform's clock. */
  readonly created_at: string;
}

/** What is needed to find an object of one kind. */
export interface Findable {
  /** Type name of the resource. */
  readonly resource: string;
  /** For messages, such as `Webhook endpoint`. */
  readonly noun: string;
  /** Reads the collection anew, page by page. */
  listed(): AsyncIterable<readonly Listed[]>;
  /** Undefined when the platform answers that it is gone. */
  find(id: string): Promise<Listed | undefined>;
}

/** A kind of object, as far as it decides what may be done about one that no state shows. */
export interface JudgedKind extends Findable {
  /** Absent for a kind that is issued again and then revoked. */
  readonly takeover?: { readonly isOffered: boolean };
}

/** How an object that no state shows becomes the wanted one. Keys have none: no later answer shows a key's value. */
export interface Takeover<Wanted, Made extends Identified> {
  /** False where the platform lacks the operation for it. */
  readonly isOffered: boolean;
  /** Brings the object to the configuration, its secret included. Undefined when it is gone. */
  bring(id: string, wanted: Wanted): Promise<Made | undefined>;
  /** What the lost answer to this very request would have said. Undefined when the object is gone. */
  reread(id: string): Promise<Made | undefined>;
}

/** One kind of object that is created once, whatever happens to the answer. */
export interface Creatable<Wanted, Made extends Identified> extends Findable {
  digestOf(wanted: Wanted): string;
  /** A few words for people that hold no secret: the name of a key, the host of an endpoint. */
  labelOf(wanted: Wanted): string;
  create(wanted: Wanted, idempotencyKey: string): Promise<Made>;
  /** Absent for a kind that is issued again and then revoked. */
  readonly takeover?: Takeover<Wanted, Made>;
  /** Removes an object whose value nobody has. */
  revoke(id: string, warn: Warn): Promise<void>;
}

/** Where a creation takes place. */
export interface CreationSite {
  readonly warn: Warn;
  /** Ids of objects that look the same and are managed: the key that a rotation replaces. */
  readonly besides?: readonly string[];
}
