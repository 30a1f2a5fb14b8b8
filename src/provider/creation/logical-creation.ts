import type { CollectionSnapshot } from './collection-snapshot';
import type { PastEntry } from './journal/entry';
import type { OwnEntry } from './journal/journal-file';

/** What a creation starts from. */
export interface Attempt {
  readonly before: CollectionSnapshot;
  /** Entry of an earlier run that this creation continues, under its Idempotency-Key. */
  readonly continued?: PastEntry;
  readonly idempotencyKey?: string;
  /** Keys of lost answers, ours by proof, that are revoked once another one is there. */
  readonly instead?: readonly string[];
  /** See `Intent`. */
  readonly isLeftover?: boolean | undefined;
}

/** One logical creation: one Idempotency-Key, one entry of the journal, one request or several. */
export interface LogicalCreation {
  readonly key: string;
  readonly entry: OwnEntry;
  readonly before: CollectionSnapshot;
  readonly began: number | undefined;
  /** Whether the key comes from an earlier run. */
  readonly isContinued: boolean;
  /** Objects of lost answers, found since. */
  readonly lost: string[];
  /** Objects that a lost request may have made. */
  unproven: readonly string[];
  /** Whether the answer to some request was lost: only an answer ends the entry then. */
  isInDoubt: boolean;
  /** Whether a lost answer could not be looked for. */
  isBlind: boolean;
  /** The key is refused, or stands for an object that is gone. */
  isKeySpent: boolean;
}
