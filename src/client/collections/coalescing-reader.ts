import { PlatformError } from '../errors';
import {
  type CollectionReader,
  type CollectionReaderOptions,
  findSeparately,
  pagesOf,
} from './collection-reader';
import type { OwnWrites } from './own-writes';
import { SharedListing } from './shared-listing';

/** The first reads use a GET: one or two objects do not justify a listing. */
const readsWithoutPages = 2;
/** Maximum of pages that a read waits for: enough for 1,200 objects without a GET. */
const mostPagesWaitedFor = 12;

/**
 * Serves reads from the pages of one shared listing if that costs fewer requests than one GET for each read.
 *
 * The number of reads to come is unknown. This is the ski-rental problem: a GET is the rent, the listing is the
 * purchase, paid page by page. For n reads of a collection of P pages, the best strategy in hindsight costs min(n,
 * P) requests. This one costs at most 2 · min(n, P) + 2:
 * - Pages: a page is requested only while fewer pages than reads were requested. So there are at most min(n, P).
 * - GETs: each read makes at most one, so there are at most n. If P < n, there are at most P + 2. A read makes one
 *   (a) as one of the first two reads; (b) if as many pages as reads were requested: then it is among the first P
 *   reads, and so are all earlier reads with a GET; (c) after twelve pages, while there are fewer GETs than pages.
 *
 * The page read ahead is one of the pages. It is free if it replaces the connection check. Further requests are
 * the same with and without sharing. An object missing in the complete listing is confirmed by one GET, since
 * lists may be late. A 404 is accepted only if the complete listing lacks the id.
 *
 * The bound holds for a list that works. No read waits for a page that fails or takes longer than two seconds.
 * Results are never older than the reader. Own writes replace what was read.
 */
export class CoalescingReader<Item extends { readonly id: string }> implements CollectionReader<Item> {
  private listing: SharedListing<Item>;
  private reads = 0;
  private gets = 0;
  /** The page that `readAhead` requested. */
  private pagesAhead = 0;

  constructor(
    private readonly options: CollectionReaderOptions<Item>,
    private readonly own: OwnWrites<Item>,
  ) {
    this.listing = this.newListing();
  }

  async readAhead(): Promise<boolean> {
    if (this.options.transport.isUnavailable(this.options.list)) return false;
    const { listing } = this;
    this.pagesAhead = 1;
    await listing.advanceSoon();
    return !listing.slow;
  }

  async list(): Promise<readonly Item[]> {
    const listing = await this.completeListing();
    return [...listing.seen.values()];
  }

  async *pages(): AsyncGenerator<readonly Item[], void, undefined> {
    const listing = this.openListing();
    let yielded = 0;
    for (;;) {
      const news = [...listing.seen.values()].slice(yielded);
      yielded += news.length;
      yield news;
      if (listing.state !== 'open') return;
      await listing.advance();
    }
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

  /** Returns the object as soon as a page contains it; `undefined` if a GET costs less. */
  private async waitForPages(id: string): Promise<Item | undefined> {
    for (let waited = 0; ; waited += 1) {
      const { listing } = this;
      const found = listing.seen.get(id);
      if (found !== undefined) return found;
      if (!this.wantsPage(listing, waited)) {
        // Count here, not in the caller: other reads in the same turn of the event loop use this number.
        this.gets += 1;
        return undefined;
      }
      // If the list fails, a GET may still work. Callers of `list` get the error there.
      await listing.advanceSoon().catch((error: unknown) => {
        if (!(error instanceof PlatformError)) throw error;
      });
    }
  }

  private wantsPage(listing: SharedListing<Item>, waited: number): boolean {
    if (listing.state !== 'open' || listing.slow) return false;
    if (this.options.transport.isUnavailable(this.options.list)) return false;
    if (this.reads <= readsWithoutPages && listing.pages <= this.pagesAhead) return false;
    if (waited >= mostPagesWaitedFor && this.gets < listing.pages) return false;
    return listing.pages < this.reads;
  }

  /** True if the platform has no GET: every read then walks through the pages until one contains the object. */
  private get isListOnly(): boolean {
    return this.options.transport.isUnavailable(this.options.get);
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
