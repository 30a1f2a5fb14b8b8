import type { Decoder } from '../contract/decode';
import type { OperationName } from '../contract/operations';
import { pageOf, usualPageSize, wire } from '../contract/page';
import { isKind, PlatformError } from '../errors';
import type { HttpResponse } from '../http/exchange';
import type { Transport } from '../http/transport';
import { decodeResponse } from './decode-response';

const mostPages = 10_000;
/**
 * If objects move meanwhile, a page may repeat what others had. Many such pages in a row are an error: the platform ignores the
 * cursor. Empty pages do not count: a platform that filters what it has paged may have any number of them.
 */
const mostRepeatedPages = 10;

export interface ListOptions<Item> {
  readonly transport: Transport;
  readonly list: OperationName;
  readonly item: Decoder<Item>;
}

/** The objects of a collection. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  /** Set if nothing tells whether these are all. */
  readonly gap: PlatformError<'EndUnknown'> | undefined;
}

/** One reading of a collection. No page is requested twice, or before a reader needs it. */
export class Listing<Item extends { readonly id: string }> {
  /** Objects by id: one that moves between pages meanwhile stands here once. */
  readonly seen = new Map<string, Item>();
  /** Number of pages requested so far. */
  requested = 0;
  state: 'open' | 'ended' | 'failed' = 'open';
  /** Set with the last page if nothing says that it is the last one. */
  gap: PlatformError<'EndUnknown'> | undefined;
  private page: Promise<void> | undefined;
  private cursor: string | undefined;
  private readonly cursors = new Set<string>();
  private readonly ids = new Set<string>();
  private repeatedPages = 0;

  constructor(private readonly options: ListOptions<Item>) {}

  /** Awaits the next page. Concurrent callers share it, and its failure. @throws {PlatformError<'EndlessList'>} */
  async advance(): Promise<void> {
    if (this.state === 'ended') return;
    this.page ??= this.requestPage();
    await this.page;
  }

  async all(): Promise<Listed<Item>> {
    while (this.state !== 'ended') await this.advance();
    return { items: [...this.seen.values()], gap: this.gap };
  }

  /** Yields each page, and keeps of it only the ids. @throws {PlatformError<'EndUnknown'>} after the last one */
  async *pages(): AsyncGenerator<readonly Item[], void, undefined> {
    while (this.state !== 'ended') {
      await this.advance();
      const news = [...this.seen.values()];
      this.seen.clear();
      if (news.length > 0) yield news;
    }
    if (this.gap !== undefined) throw this.gap;
  }

  private async requestPage(): Promise<void> {
    const { transport, list: operation, item } = this.options;
    this.requested += 1;
    try {
      const page = decodeResponse(await this.request(), operation, pageOf(item));
      const known = this.ids.size;
      for (const found of page.items) {
        const isPassed = this.ids.has(found.id) && !this.seen.has(found.id);
        if (!isPassed) this.seen.set(found.id, found);
        this.ids.add(found.id);
      }
      if (page.items.length > 0) this.repeatedPages = this.ids.size === known ? this.repeatedPages + 1 : 0;
      this.cursor = page.next ?? undefined;
      if (this.cursor !== undefined) this.checkProgress(this.cursor);
      else this.state = 'ended';
      if (page.next === undefined && !transport.listsAreWhole)
        this.gap = new PlatformError('EndUnknown', { operation, count: this.ids.size });
      this.page = undefined;
    } catch (error) {
      this.state = 'failed';
      // A collection always exists, so a 404 means that the platform lacks the operation.
      throw isKind(error, 'NotFound')
        ? new PlatformError('Unsupported', { operation, status: 404, declared: false })
        : error;
    }
  }

  /** Requests the first page again, with a smaller limit, then without one, if the platform refuses the limit. */
  private async request(refused: readonly number[] = [], said = ''): Promise<HttpResponse> {
    const { transport, list: operation } = this.options;
    const { pageSize, refusedLimits } = transport;
    const sizes = [pageSize, usualPageSize].filter(size => size <= pageSize && !refusedLimits.has(size));
    const limit = sizes.find(size => !refused.includes(size));
    const query = {
      ...(limit !== undefined && { [wire.limitParameter]: `${limit}` }),
      ...(this.cursor !== undefined && { [wire.cursorParameter]: this.cursor }),
    };
    try {
      const answer = await transport.call({ operation, ...(Object.keys(query).length > 0 && { query }) });
      for (const size of refused) refusedLimits.add(size);
      return answer;
    } catch (error) {
      const isRefusal = isKind(error, 'Invalid') && [400, 422].includes(error.facts.status ?? 0);
      if (isRefusal && limit !== undefined && this.cursor === undefined)
        return this.request([...refused, limit], `${said} Before, with limit=${limit}: ${error.message}`);
      if (error instanceof Error) error.message += said;
      throw error;
    }
  }

  private checkProgress(cursor: string): void {
    const endless = (circumstance: string) =>
      new PlatformError('EndlessList', { operation: this.options.list, circumstance });
    if (this.cursors.has(cursor)) throw endless('its cursor repeats');
    if (this.repeatedPages > mostRepeatedPages) throw endless('its pages repeat the same objects');
    if (this.requested >= mostPages) throw endless(`it has more than ${mostPages} pages`);
    this.cursors.add(cursor);
  }
}
