import type { AnswerWatcher, Warn } from '../../plugin/define/context';

export interface Identified {
  readonly id: string;
}

/** An object of the platform, as far as it can be told from others. */
export interface Listed extends Identified {
  /** See `likeness.ts`. */
  readonly likeness: string;
}

/** What of a kind of object has to be known to find one again. */
export interface Findable {
  /** Type name of the resource. */
  readonly resource: string;
  /** For messages, such as `Webhook endpoint`. */
  readonly noun: string;
  /** Asks the platform anew, page by page. */
  listed(): AsyncIterable<readonly Listed[]>;
  exists(id: string): Promise<boolean>;
}

/** One kind of object that must not be created twice, nor be left where no state knows it. */
export interface Creatable<Wanted, Made extends Identified> extends Findable {
  likenessOf(wanted: Wanted): string;
  create(wanted: Wanted): Promise<Made>;
  /**
   * Makes an object that is provably ours, and that nobody was told of, the one that is wanted. Undefined when
   * it is gone, or had to be removed: then the creation begins anew.
   * @param sameRequest the object comes from this very request, so that it holds the wanted secret
   */
  reclaim(id: string, wanted: Wanted, sameRequest: boolean, warn: Warn): Promise<Made | undefined>;
}

/** Where a creation takes place. */
export interface CreationSite {
  readonly warn: Warn;
  readonly watchAnswer: (watcher: AnswerWatcher) => void;
  /** Ids of objects that look the same and are in good hands: the key that is being rotated. */
  readonly besides?: readonly string[];
}
