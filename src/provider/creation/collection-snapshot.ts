import { PlatformError } from '../../client';
import type { Findable, Listed } from './creatable';

/** Upper limit for the pages of a snapshot, of 100 objects each. A larger snapshot costs more than it is worth. */
const mostPages = 20;
/** A snapshot is shared for this multiple of the time it took. Snapshots thus take a tenth of the time at most. */
const freshnessFactor = 10;
/** Upper limit for the sharing of a snapshot, milliseconds. */
const freshAtMost = 5000;

/** The objects of one collection by digest, at one moment. */
export interface CollectionSnapshot {
  /** True if the whole collection was read. */
  readonly isComplete: boolean;
  like(digest: string): readonly Listed[];
}

/**
 * Reads the collection. A failed read gives an incomplete snapshot, not an error: a create does not need the snapshot.
 */
export async function takeSnapshot(
  findable: Findable,
  pagesOf = () => findable.listed(),
): Promise<CollectionSnapshot> {
  const byDigest = new Map<string, Listed[]>();
  let pages = 0;
  const outcome = (isComplete: boolean) => ({
    isComplete,
    like: (digest: string) => byDigest.get(digest) ?? [],
  });
  try {
    for await (const page of pagesOf()) {
      if (pages === mostPages) return outcome(false);
      pages += 1;
      for (const object of page)
        byDigest.set(object.digest, [...(byDigest.get(object.digest) ?? []), object]);
    }
    return outcome(true);
  } catch (error) {
    if (error instanceof PlatformError) return outcome(false);
    throw error;
  }
}

/**
 * Snapshot of a collection, taken before a create. Creates that begin shortly after one another share it. Otherwise a
 * thousand creates would page through the collection a thousand times. A collection that proved too large or unreadable
 * is not read again.
 */
export class SharedSnapshot {
  private current: Promise<CollectionSnapshot> | undefined;
  private freshUntil = Number.POSITIVE_INFINITY;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly findable: Findable,
    private readonly now: () => number,
  ) {}

  async take(): Promise<CollectionSnapshot> {
    if (this.current === undefined || this.now() >= this.freshUntil) {
      this.freshUntil = Number.POSITIVE_INFINITY;
      this.current = this.takeNow();
    }
    return this.current;
  }

  private async takeNow(): Promise<CollectionSnapshot> {
    const began = this.now();
    const snapshot = await takeSnapshot(this.findable);
    const ended = this.now();
    if (snapshot.isComplete)
      this.freshUntil = ended + Math.min((ended - began) * freshnessFactor, freshAtMost);
    return snapshot;
  }
}
