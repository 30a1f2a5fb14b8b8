import { Forbidden, PlatformError } from '../../client';
import type { Kind, Listed } from './kind';

/** Upper limit for the pages of a snapshot, of 100 objects each. A larger snapshot costs more than it is worth. */
const mostPages = 20;
/** Creates that begin within this time share a snapshot, milliseconds. */
const freshAtMost = 5000;

/** The objects of one collection at one moment. */
export class Snapshot {
  private readonly byDigest = new Map<string, Listed[]>();
  private readonly byId = new Map<string, Listed>();
  /** True if the whole collection was read. */
  isComplete = false;
  /** The platform's answer if the credential may not read the collection. */
  refusal: Forbidden | undefined;

  /** Reads the collection. A failed read gives an incomplete snapshot, not an error: a create does not need it. */
  static async take(pages: AsyncIterable<readonly Listed[]>): Promise<Snapshot> {
    const snapshot = new Snapshot();
    try {
      let count = 0;
      for await (const page of pages) {
        if (count === mostPages) return snapshot;
        count += 1;
        for (const object of page) snapshot.add(object);
      }
      snapshot.isComplete = true;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error instanceof Forbidden) snapshot.refusal = error;
    }
    return snapshot;
  }

  /** Returns the objects that look the same. */
  like(digest: string): readonly Listed[] {
    return this.byDigest.get(digest) ?? [];
  }

  get(id: string): Listed | undefined {
    return this.byId.get(id);
  }

  all(): readonly Listed[] {
    return [...this.byId.values()];
  }

  private add(object: Listed): void {
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
  constructor(private readonly now: () => number) {}

  take(kind: Pick<Kind, 'resource' | 'list'>): Promise<Snapshot> {
    const last = this.taken.get(kind.resource);
    if (last !== undefined && this.now() < last.freshUntil) return last.snapshot;
    const began = this.now();
    const next = { snapshot: Snapshot.take(kind.list()), freshUntil: Number.POSITIVE_INFINITY };
    this.taken.set(kind.resource, next);
    return next.snapshot.then(snapshot => {
      // Reading takes a tenth of the time at most.
      if (snapshot.isComplete)
        next.freshUntil = Math.min(began + 11 * (this.now() - began), this.now() + freshAtMost);
      return snapshot;
    });
  }
}
