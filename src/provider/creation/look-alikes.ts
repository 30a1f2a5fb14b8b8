import { type CollectionSnapshot, takeSnapshot } from './collection-snapshot';
import type { JudgedKind, Listed } from './creatable';

/** Longest time that a plan waits for a listing, milliseconds. Later, the apply names look-alikes instead. */
const patience = 5000;

/**
 * The objects that look like planned creates of one kind. The first planned create starts one listing, which runs while
 * Terraform plans the other objects.
 */
export class LookAlikes {
  private readonly digests = new Set<string>();
  /** Objects that look like a planned create and had no known owner yet. */
  private readonly found = new Map<string, Listed>();
  private snapshot: CollectionSnapshot | undefined;
  private listing: Promise<void> | undefined;
  private isAwaited = true;

  /** @param isExplained true if the object has a known owner */
  constructor(
    private readonly kind: JudgedKind,
    private readonly isExplained: (id: string) => boolean,
  ) {}

  /** Records a planned create. */
  plan(digest: string): void {
    if (this.digests.has(digest)) return;
    this.digests.add(digest);
    this.listing ??= this.begin();
    if (this.snapshot !== undefined) this.compare(digest, this.snapshot);
  }

  /** Resolves when the listing has ended, or has taken too long. Undefined if there is nothing to wait for. */
  get pending(): Promise<void> | undefined {
    return this.isAwaited ? this.listing : undefined;
  }

  /** Returns the objects that no state has shown so far. */
  strangers(): readonly Listed[] {
    for (const id of this.found.keys()) if (this.isExplained(id)) this.found.delete(id);
    return [...this.found.values()];
  }

  private begin(): Promise<void> {
    const listing = this.list();
    // The process may end meanwhile, and close the client. Nobody awaits the listing then.
    listing.catch(() => {});
    return listing;
  }

  private async list(): Promise<void> {
    const work = takeSnapshot(this.kind, () => this.kind.listedInWalk()).then(snapshot => {
      this.snapshot = snapshot;
      for (const digest of this.digests) this.compare(digest, snapshot);
    });
    await endOrPatience(work);
    this.isAwaited = false;
  }

  private compare(digest: string, snapshot: CollectionSnapshot): void {
    for (const object of snapshot.like(digest)) this.found.set(object.id, object);
  }
}

async function endOrPatience(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<void>(resolve => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([work, isOver]).finally(() => clearTimeout(timer));
}
