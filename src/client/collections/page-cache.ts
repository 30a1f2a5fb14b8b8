import { isDeepStrictEqual } from 'node:util';
import type { OperationName } from '../contract/operations';
import { isKind, PlatformError } from '../errors';
import { decodeResponse } from './decode-response';
import { type Listed, Listing, type ListOptions } from './listing';

export interface PageCacheOptions<Item> extends ListOptions<Item> {
  readonly get: OperationName;
}

/** The first reads use a GET: one or two objects do not justify a listing. */
const readsWithoutPages = 2;
/** Pages that a few reads may request before one of them finds its object there. */
const pagesWithoutFinds = 2;
/** Maximum of pages that a read waits for: enough for 1,200 objects without a GET. */
const mostPagesWaitedFor = 12;

/**
 * The objects of a collection: pages read once and shared by all reads, and what this process wrote itself. An answer is
 * never older than the question: `find` and `list` tell what was true during this walk, a `renewed` cache what is true at its call.
 *
 * A read uses pages if that costs fewer requests than one GET for each read. The reads to come are unknown: their number,
 * their order, and the pages of their objects in an account that others share. n reads cost at most 1.25 · n + 2 requests:
 * - GETs: one for each read that no page answers.
 * - Pages: one for each read that a page has answered, and beside these two, or one for each four reads.
 *
 * So a stack that is alone in its account pays for its pages, and one in a large account stops to read those of others.
 *
 * A page may lag behind an update. So an object that a page shows otherwise than its reader knows it is confirmed by one
 * GET. These GETs come on top of the bound: one for each such object. They do not enter `gets`, so they change no other
 * decision. Unchanged objects cost none.
 *
 * The page read ahead is one of the pages. It is free if it replaces the connection check. The bound holds for a list that
 * works: after a page that fails, reads use GETs.
 */
export class PageCache<Item extends { readonly id: string }> {
  private listing: Listing<Item>;
  private reads = 0;
  private gets = 0;
  /** Number of reads that a page has answered. */
  private found = 0;
  /** The page that `readAhead` requested. */
  private pagesAhead = 0;
  /** Own writes are newer than any page. The state of an object in doubt is unknown until the next read. */
  private readonly own = new Map<string, { readonly item: Item | undefined } | 'in doubt'>();
  private renewal: Promise<PageCache<Item>> | undefined;

  constructor(readonly options: PageCacheOptions<Item>) {
    this.listing = new Listing(options);
  }

  /** Undefined if the object is gone: see `confirmGone`. @param isExpected true if a page may be believed about it */
  async find(id: string, isExpected: (item: Item) => boolean): Promise<Item | undefined> {
    this.reads += 1;
    const own = this.own.get(id);
    if (typeof own === 'object') return own.item;
    const listed = own === undefined ? await this.waitForPages(id) : undefined;
    return listed !== undefined && isExpected(listed) ? listed : this.request(id);
  }

  /** Requests the first page, which later reads share. Returns false if reads share no pages. */
  async readAhead(): Promise<boolean> {
    const { transport, list } = this.options;
    if (!transport.coalesces || transport.isUnavailable(list)) return false;
    this.pagesAhead = 1;
    await this.listing.advance();
    return true;
  }

  /** Lists the collection, without a request for pages that were read before. */
  list(): Promise<Listed<Item>> {
    return this.openListing().all();
  }

  /** Returns a cache that knows nothing older than this call. Calls in the same turn of the event loop share it. */
  renewed(): Promise<PageCache<Item>> {
    this.renewal ??= new Promise<void>(setImmediate).then(() => {
      this.renewal = undefined;
      return new PageCache(this.options);
    });
    return this.renewal;
  }

  /** Lists the collection as it is now. A list may lag behind own writes, so they correct it. */
  async listNow(): Promise<Listed<Item>> {
    const renewed = await this.renewed();
    const { items: listed, gap } = await renewed.listing.all();
    const items = new Map(listed.map(item => [item.id, item]));
    const correct = async ([id, own]: [string, { readonly item: Item | undefined } | 'in doubt']) => {
      if (own === 'in doubt' || isDeepStrictEqual(own.item, items.get(id))) return;
      const found = own.item && (await renewed.request(id));
      if (found === undefined) items.delete(id);
      else items.set(id, found);
    };
    await Promise.all([...this.own].map(correct));
    return { items: [...items.values()], gap };
  }

  /** @param item `undefined` after a delete */
  written(id: string, item: Item | undefined): void {
    this.own.set(id, { item });
  }

  /** A write failed, and may have taken effect. A lost create has no id: only a new listing shows it. */
  doubt(id: string | undefined): void {
    if (id !== undefined) this.own.set(id, 'in doubt');
    this.listing = new Listing(this.options);
  }

  /**
   * Returns if a 404 means that the object is gone. A platform without the operation also answers 404. So it counts only if
   * the collection can be read and lacks the id. If it is declared unavailable, or nothing tells whether the list is whole,
   * the 404 counts if it has the platform's error shape.
   */
  async confirmGone(notFound: PlatformError<'NotFound'>, id: string): Promise<void> {
    const { transport, list } = this.options;
    const { operation, refusal } = notFound.facts;
    const isExplained = refusal !== undefined;
    const isGone = transport.isUnavailable(list)
      ? isExplained
      : await this.search(id).then(
          found => found === undefined,
          (error: unknown) => (isExplained && isKind(error, 'EndUnknown')) || Promise.reject(error),
        );
    if (!isGone)
      throw new PlatformError('Unsupported', { operation, status: 404, declared: false, listedId: id });
  }

  /**
   * Asks for the object of a DELETE until it is gone, as often as a read is repeated; a list once. A 404 needs no confirmation.
   * @throws the failure if nothing shows that it is gone
   */
  async untilDeleted(id: string, failure: PlatformError): Promise<void> {
    const { transport, get } = this.options;
    const asking = transport.isUnavailable(get) ? undefined : transport.begin({ operation: get, id });
    for (;;) {
      try {
        if (asking !== undefined) await asking.run();
        else if ((await (await this.renewed()).request(id)) === undefined) return;
      } catch (error) {
        if (isKind(error, 'NotFound')) return;
        // Where nothing can be read, the word of the platform is all there is.
        if (isKind(error, 'Unobservable') && failure.facts.status === 202) return;
        throw failure;
      }
      if (asking === undefined) throw failure;
      await asking.pause(failure);
    }
  }

  /** Returns the object as soon as a page contains it; `undefined` if a GET costs less. */
  private async waitForPages(id: string): Promise<Item | undefined> {
    for (let waited = 0; ; waited += 1) {
      const { listing } = this;
      const found = listing.seen.get(id);
      if (found !== undefined) {
        this.found += 1;
        return found;
      }
      if (!this.wantsPage(listing, waited)) {
        // Count here, not in the caller: other reads in the same turn of the event loop use this number.
        this.gets += 1;
        return undefined;
      }
      // If the list fails, a GET may still work. `list` throws the error.
      await listing.advance().catch((error: unknown) => {
        if (!(error instanceof PlatformError)) throw error;
      });
    }
  }

  private wantsPage(listing: Listing<Item>, waited: number): boolean {
    const { transport, get, list } = this.options;
    if (listing.state !== 'open' || !transport.coalesces) return false;
    // Without a GET, every read walks through the pages until one contains the object.
    if (transport.isUnavailable(list) || transport.isUnavailable(get)) return false;
    if (this.reads <= readsWithoutPages && listing.requested <= this.pagesAhead) return false;
    if (waited >= mostPagesWaitedFor && this.gets < listing.requested) return false;
    return listing.requested < this.found + Math.max(pagesWithoutFinds, this.reads / 4);
  }

  /** Asks for the object itself. Reads pages only if the platform has no GET. */
  async request(id: string): Promise<Item | undefined> {
    const { transport, get: operation, list, item } = this.options;
    if (transport.isUnavailable(operation)) {
      if (transport.isUnavailable(list)) throw new PlatformError('Unobservable', { operation, id });
      return this.search(id);
    }
    try {
      const answer = await transport.call({ operation, id });
      const found = decodeResponse(answer, operation, item);
      if (found.id === id) return found;
      const context = { operation, status: answer.status };
      throw new PlatformError('MalformedResponse', { ...context, path: 'id', expected: 'the id asked for' });
    } catch (error) {
      if (isKind(error, 'Forbidden')) throw await this.explained(error, id);
      if (!isKind(error, 'NotFound')) throw error;
      await this.confirmGone(error, id);
      return undefined;
    }
  }

  /**
   * Explains a 403, with which some platforms answer for what does not exist: by the list, if it works and lacks the object. One
   * that has failed is not asked again, nor one older than a write.
   */
  async explained(error: PlatformError<'Forbidden'>, id: string): Promise<PlatformError> {
    const { transport, list } = this.options;
    const hasWritten = typeof this.own.get(id) === 'object';
    const isAskable = !transport.isUnavailable(list) && this.listing.state !== 'failed' && !hasWritten;
    const isUnlisted = isAskable && (await this.search(id).catch(() => 'cannot be told')) === undefined;
    return isUnlisted ? new PlatformError('ForbiddenOrGone', { ...error.facts, id }) : error;
  }

  /** Reads pages until one contains the object. @throws {PlatformError<'EndUnknown'>} if none does, and more may follow */
  private async search(id: string): Promise<Item | undefined> {
    const listing = this.openListing();
    while (listing.state !== 'ended' && !listing.seen.has(id)) await listing.advance();
    const found = listing.seen.get(id);
    if (found === undefined && listing.gap !== undefined) throw listing.gap;
    return found;
  }

  private openListing(): Listing<Item> {
    if (this.listing.state === 'failed') this.listing = new Listing(this.options);
    return this.listing;
  }
}
