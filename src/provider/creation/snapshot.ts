import { PlatformError } from '../../client';
import type { Kind, PlatformObject } from './kind';

/** Upper limit for the pages of a snapshot, unless it guards: a larger one costs more than it is worth. */
const mostPages = 20;
/** Creates that begin within this time share a snapshot, milliseconds. */
const freshAtMost = 5000;

/** What happens to a create beside an equal object. */
export type LookAlikes = 'warn' | 'refuse';

export type Gap = PlatformError | 'too large' | PartlyShown;

/** An object whose fields the list does not all show. */
interface PartlyShown {
  readonly shownInPart: string;
}

/** The objects of one collection at one moment. */
export class Snapshot {
  private readonly byDigest = new Map<string, PlatformObject[]>();
  private readonly byId = new Map<string, PlatformObject>();
  /** Why it may lack objects. Undefined if the whole collection was read. */
  gap: PlatformError | 'too large' | undefined;

  /**
   * Reads the collection. A failed read gives an incomplete snapshot, not an error: its reader decides.
   * @param lookAlikes `refuse` reads a collection of any size
   */
  static async take(
    pages: AsyncIterable<readonly PlatformObject[]>,
    lookAlikes: LookAlikes = 'warn',
  ): Promise<Snapshot> {
    const snapshot = new Snapshot();
    try {
      let count = 0;
      for await (const page of pages) {
        if (count === mostPages && lookAlikes === 'warn') {
          snapshot.gap = 'too large';
          break;
        }
        count += 1;
        for (const object of page) snapshot.add(object);
      }
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      snapshot.gap = error;
    }
    return snapshot;
  }

  /** Why an equal object may not be found. Undefined if each object that the user has not accepted can be compared. */
  blindSpot(accepted: readonly string[]): Gap | undefined {
    if (this.gap !== undefined) return this.gap;
    const first = this.like('').find(({ id }) => !accepted.includes(id));
    return first && { shownInPart: first.id };
  }

  get isComplete(): boolean {
    return this.gap === undefined;
  }

  /** Returns the objects that look the same. */
  like(digest: string): readonly PlatformObject[] {
    return this.byDigest.get(digest) ?? [];
  }

  get(id: string): PlatformObject | undefined {
    return this.byId.get(id);
  }

  all(): readonly PlatformObject[] {
    return [...this.byId.values()];
  }

  private add(object: PlatformObject): void {
    this.byId.set(object.id, object);
    this.byDigest.set(object.digest, [...this.like(object.digest), object]);
  }
}

/**
 * Snapshots from before creates. A thousand creates would otherwise page through the collection a thousand times. A
 * collection that proved too large or unreadable is not read again.
 */
export class SharedSnapshots {
  private readonly taken = new Map<string, { readonly snapshot: Promise<Snapshot>; freshUntil: number }>();

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly now: () => number,
    private readonly lookAlikes: LookAlikes = 'warn',
  ) {}

  /** Shares nothing: the collection as it is now. */
  takeNow(kind: Pick<Kind, 'list'>): Promise<Snapshot> {
    return Snapshot.take(kind.list(), this.lookAlikes);
  }

  take(kind: Pick<Kind, 'resource' | 'list'>): Promise<Snapshot> {
    const last = this.taken.get(kind.resource);
    if (last !== undefined && this.now() < last.freshUntil) return last.snapshot;
    const began = this.now();
    const next = { snapshot: this.takeNow(kind), freshUntil: Number.POSITIVE_INFINITY };
    this.taken.set(kind.resource, next);
    return next.snapshot.then(snapshot => {
      // Reading takes a tenth of the time at most.
      if (snapshot.isComplete)
        next.freshUntil = Math.min(began + 11 * (this.now() - began), this.now() + freshAtMost);
      return snapshot;
    });
  }
}
