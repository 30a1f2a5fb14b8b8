import type { Warn } from '../../plugin/define/context';

export interface Identified {
  readonly id: string;
}

/** An object of the platform, with the fields that tell two objects apart. */
export interface Listed extends Identified {
  /** See `object-digest.ts`. */
  readonly digest: string;
  /** ISO 8601, by the platform's clock. */
  readonly created_at: string;
  /** A short label without secrets for messages: the name of a key, the host of an endpoint. */
  readonly label: string;
}

/** The operations that find objects of one kind. */
export interface Findable {
  /** Type name of the resource. */
  readonly resource: string;
  /** Name of the kind in messages, such as `Webhook endpoint`. */
  readonly noun: string;
  /** Reads the collection again, page by page. */
  listed(): AsyncIterable<readonly Listed[]>;
  /** The same, but shares the pages that reads of this walk have requested. */
  listedInWalk(): AsyncIterable<readonly Listed[]>;
  /** Returns undefined if the platform answers that the object is gone. */
  find(id: string): Promise<Listed | undefined>;
}

/** A kind of object, with the fields that decide what to do about an object that no state shows. */
export interface JudgedKind extends Findable {
  /** Absent for a kind whose objects are issued again, and the old ones revoked. */
  readonly takeover?: { readonly isOffered: boolean };
}

/** How to adopt an object that no state shows. Keys have no takeover: no later answer shows a key's value. */
export interface Takeover<Wanted, Made extends Identified> {
  /** False if the platform lacks the operation. */
  readonly isOffered: boolean;
  /** Updates the object to the configuration, its secret included. Returns undefined if the object is gone. */
  bring(id: string, wanted: Wanted): Promise<Made | undefined>;
  /** Returns the content of the lost answer to this request. Returns undefined if the object is gone. */
  reread(id: string): Promise<Made | undefined>;
}

/** One kind of object that is created exactly once, even if the answer is lost. */
export interface Creatable<Wanted, Made extends Identified> extends Findable {
  digestOf(wanted: Wanted): string;
  /** Returns a short label without secrets for messages: the name of a key, the host of an endpoint. */
  labelOf(wanted: Wanted): string;
  create(wanted: Wanted, idempotencyKey: string): Promise<Made>;
  /** Absent for a kind whose objects are issued again, and the old ones revoked. */
  readonly takeover?: Takeover<Wanted, Made>;
  /** Removes an object whose value is lost. */
  revoke(id: string, warn: Warn): Promise<void>;
}

/** The circumstances of one create. */
export interface CreationSite {
  readonly warn: Warn;
  /** Ids of managed objects that look the same, such as the key that a rotation replaces. */
  readonly besides?: readonly string[];
}
