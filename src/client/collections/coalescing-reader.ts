import { PlatformError } from '../errors';
import {
  type CollectionReader,
  type CollectionReaderOptions,
  findSeparately,
  pagesOf,
} from './collection-reader';
import type { OwnWrites } from './own-writes';
import { SharedListing } from './shared-listing';

/** Reads that ask for their object at once: who reads one or two objects wants no list. */
const readsWithoutPages = 2;
/** Pages that a read waits for at most: enough for 1,200 objects without a GET. */
const mostPagesWaitedFor = 12;

/**
 * Answers reads from the pages of one listing where that is cheaper than a GET a read.
 *
 * Nobody says how many reads will come, so this is the ski-rental problem: a GET is the rent, the listing the
 * purchase, in instalments of one page. With n reads of a collection of P pages, the better way known
 * afterwards costs min(n, P); this one costs at most 2 · min(n, P) + 2:
 * - Pages: one is asked for only while fewer were asked for than reads have come, so at most min(n, P).
 * - GETs: each read makes one at most, so at most n. If P < n, they are at most P + 2: a read makes one (a) as
 *   one of the first two; (b) when as many pages as reads were asked for: then it is among the first P reads, and
 *   so are all that made one before it; (c) after waiting for twelve pages, while fewer GETs than pages were made.
 * A page read ahead is one of those, and free where it stands for the check of the connection.
 * Both ways pay alike for what comes on top: an object that the complete listing lacks is confirmed by one GET,
 * since creation may be late in lists, and a 404 is believed only when the complete listing lacks the id.
 *
 * The bound holds for a list that answers; a page that takes longer than two seconds, or fails, holds nobody up.
 * What is answered is never older than the reader; own writes replace what was read.
 */
export class CoalescingReader<Item extends { readonly id: string }> implements CollectionReader<Item> {
  private listing: SharedListing<Item>;
  private reads = 0;
  private gets = 0;
  /** The page that was read before anybody asked. */
  private pagesAhead = 0;

  constructor(
    private readonly options: CollectionReaderOptions<Item>,
    private readonly own: OwnWrites<Item>,
  ) {
    this.listing = this.newListing();
  }

  async readAhead(): Promise<boolean> {
    if (this.options.transport.lacks(this.options.list)) return false;
    const { listing } = this;
    this.pagesAhead = 1;
    await listing.advanceSoon();
    return !listing.slow;
  }

  async list(): Promise<readonly Item[]> {
    const listing = await this.completeListing();
    return [...listing.seen.values()];
  }

  async find(id: string): Promise<Item | undefined> {
    this.reads += 1;
    const own = this.own.of(id);
    if (own !== undefined) return own.item;
    const found = this.isListOnly || this.own.doubts(id) ? undefined : await this.waitForPages(id);
    if (found !== undefined) return found;
    return findSeparately(this.options, id, () => this.findInListing(id));
  }

  forget(): void {
    this.listing = this.newListing();
  }

  /** The object, as soon as a page holds it; `undefined` when a GET is the better way. */
  private async waitForPages(id: string): Promise<Item | undefined> {
    for (let waited = 0; ; waited += 1) {
      const { listing } = this;
      const found = listing.seen.get(id);
      if (found !== undefined) return found;
      if (!this.wantsPage(listing, waited)) {
        // Counted here and not by the caller: others decide by it in the same turn.
        this.gets += 1;
        return undefined;
      }
      // GETs still serve where the list does not; who needs the list meets its error there.
      await listing.advanceSoon().catch((error: unknown) => {
        if (!(error instanceof PlatformError)) throw error;
      });
    }
  }

  private wantsPage(listing: SharedListing<Item>, waited: number): boolean {
    if (listing.state !== 'open' || listing.slow) return false;
    if (this.options.transport.lacks(this.options.list)) return false;
    if (this.reads <= readsWithoutPages && listing.pages <= this.pagesAhead) return false;
    if (waited >= mostPagesWaitedFor && this.gets < listing.pages) return false;
    return listing.pages < this.reads;
  }

  /** Without GET, every read goes through the pages until one holds its object. */
  private get isListOnly(): boolean {
    return this.options.transport.lacks(this.options.get);
  }

  private async findInListing(id: string): Promise<Item | undefined> {
    const listing = this.openListing();
    while (listing.state === 'open' && !listing.seen.has(id)) await listing.advance();
    return listing.seen.get(id);
  }

  private newListing(): SharedListing<Item> {
    return new SharedListing(pagesOf(this.options), this.options.transport.clock);
  }

  private async completeListing(): Promise<SharedListing<Item>> {
    const listing = this.openListing();
    while (listing.state === 'open') await listing.advance();
    return listing;
  }

  private openListing(): SharedListing<Item> {
    if (this.listing.state === 'failed') this.listing = this.newListing();
    return this.listing;
  }
}
