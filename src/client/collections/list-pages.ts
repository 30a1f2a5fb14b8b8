import type { Decoder } from '../contract/decode';
import type { OperationName } from '../contract/operations';
import { type Page, pageOf } from '../contract/page';
import { EndlessList, MalformedResponse, NotFound, Unsupported } from '../errors';
import type { Transport } from '../http/transport';
import { decodeResponse } from './decode-response';

/** The platform's largest page (assumed). */
export const pageSize = 100;
const mostPages = 10_000;
/**
 * If the collection shrinks during the reading, a page may contain nothing new. Many such pages in a row are an
 * error.
 */
const mostPagesWithoutNews = 10;
const longestCursor = 4096;

export interface ListOptions<Item> {
  readonly transport: Transport;
  readonly operation: OperationName;
  readonly item: Decoder<Item>;
}

/**
 * Yields the pages of a collection. An object that moves between pages meanwhile is yielded once.
 * @throws {EndlessList} if the cursor repeats or the pages contain nothing new.
 */
export async function* listPages<Item extends { readonly id: string }>(
  options: ListOptions<Item>,
): AsyncGenerator<readonly Item[], void, undefined> {
  const { operation } = options;
  const ids = new Set<string>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  let withoutNews = 0;
  do {
    const page = await requestPage(options, cursor);
    const news = page.data.filter(item => !ids.has(item.id) && ids.add(item.id));
    yield news;
    cursor = page.next_cursor;
    if (cursor === undefined) return;
    withoutNews = news.length === 0 ? withoutNews + 1 : 0;
    if (cursors.has(cursor)) throw new EndlessList({ operation }, 'its cursor repeats');
    if (withoutNews > mostPagesWithoutNews)
      throw new EndlessList({ operation }, 'its pages contain no new objects');
    cursors.add(cursor);
  } while (cursors.size < mostPages);
  throw new EndlessList({ operation }, `it has more than ${mostPages} pages`);
}

async function requestPage<Item>(
  options: ListOptions<Item>,
  cursor: string | undefined,
): Promise<Page<Item>> {
  const { transport, operation, item } = options;
  const query = { limit: String(pageSize), ...(cursor === undefined ? {} : { cursor }) };
  const answer = await transport.call({ operation, query }).catch((error: unknown) => {
    // A collection always exists, so a 404 means that the platform lacks the operation.
    throw error instanceof NotFound ? new Unsupported({ operation, status: 404 }, false) : error;
  });
  const page = decodeResponse(answer, operation, pageOf(item));
  if ((page.next_cursor?.length ?? 0) > longestCursor) {
    throw new MalformedResponse({ operation }, 'next_cursor', `at most ${longestCursor} characters long`);
  }
  return page;
}
