import type { Decoder } from '../contract/decode';
import type { OperationName } from '../contract/operations';
import { type Page, pageOf } from '../contract/page';
import { EndlessList, MalformedAnswer, NotFound, Unsupported } from '../errors';
import type { Transport } from '../http/transport';
import { decodeAnswer } from './answer-body';

/** The platform's largest page (assumed). */
export const pageSize = 100;
const mostPages = 10_000;
/** A collection that shrinks while it is read can give a page without news, but not many in a row. */
const mostPagesWithoutNews = 10;
const longestCursor = 4096;

export interface ListOptions<Item> {
  readonly transport: Transport;
  readonly operation: OperationName;
  readonly item: Decoder<Item>;
}

/**
 * Pages of a collection until its end; an object that moves between pages while they are read comes once.
 * @throws {EndlessList} when the cursor repeats or the pages bring nothing new.
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
      throw new EndlessList({ operation }, 'its pages bring nothing new');
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
    // A collection cannot be gone, only missing.
    throw error instanceof NotFound ? new Unsupported({ operation, status: 404 }, false) : error;
  });
  const page = decodeAnswer(answer, operation, pageOf(item));
  if ((page.next_cursor?.length ?? 0) > longestCursor) {
    throw new MalformedAnswer({ operation }, 'next_cursor', `at most ${longestCursor} characters long`);
  }
  return page;
}
