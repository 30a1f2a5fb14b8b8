import { PlatformError } from '../../client';
import type { Findable } from './creatable';

/** Pages looked through at most, of 100 objects each: beyond, the proof costs more than it is worth. */
const mostPages = 20;
/** A listing is used for so many times as long as it took: looking then costs a tenth of the time at most. */
const freshnessFactor = 10;
/** But no longer than this; milliseconds. */
const freshAtMost = 5000;

/** The objects of one collection by what they look like, at one moment. */
export interface LookAlikes {
  /** Whether all of the collection was looked through. */
  readonly isComplete: boolean;
  idsLike(likeness: string): readonly string[];
}

/** A collection that cannot be read gives an incomplete answer, not an error: creating does not need it. */
export async function lookThrough(findable: Findable): Promise<LookAlikes> {
  const ids = new Map<string, string[]>();
  let pages = 0;
  const outcome = (isComplete: boolean) => ({ isComplete, idsLike: (like: string) => ids.get(like) ?? [] });
  try {
    for await (const page of findable.listed()) {
      if (pages === mostPages) return outcome(false);
      pages += 1;
      for (const { id, likeness } of page) ids.set(likeness, [...(ids.get(likeness) ?? []), id]);
    }
    return outcome(true);
  } catch (error) {
    if (error instanceof PlatformError) return outcome(false);
    throw error;
  }
}

/**
 * What stood in a collection before a creation. A thousand creations must not page through the collection a
 * thousand times, so those that begin shortly after one another share a listing; a collection that proved too
 * large or unreadable is not tried again.
 */
export class LookBefore {
  private current: Promise<LookAlikes> | undefined;
  private freshUntil = Number.POSITIVE_INFINITY;

  constructor(
    private readonly findable: Findable,
    private readonly now: () => number,
  ) {}

  async look(): Promise<LookAlikes> {
    if (this.current === undefined || this.now() >= this.freshUntil) {
      this.freshUntil = Number.POSITIVE_INFINITY;
      this.current = this.lookNow();
    }
    return this.current;
  }

  private async lookNow(): Promise<LookAlikes> {
    const began = this.now();
    const found = await lookThrough(this.findable);
    const ended = this.now();
    if (found.isComplete) this.freshUntil = ended + Math.min((ended - began) * freshnessFactor, freshAtMost);
    return found;
  }
}
