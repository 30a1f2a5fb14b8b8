import type { Decoder } from '../contract/decode';
import type { OperationName } from '../contract/operations';
import { MalformedResponse, NotFound, Unobservable, Unsupported } from '../errors';
import type { Transport } from '../http/transport';
import { decodeResponse } from './decode-response';
import { listPages } from './list-pages';

/** Reads the objects of one collection. */
export interface CollectionReader<Item> {
  /** Returns `undefined` if the object is gone. A 404 alone is no proof: see `createSeparateReader`. */
  find(id: string): Promise<Item | undefined>;
  list(): Promise<readonly Item[]>;
  /** Yields the pages of the collection. Pages that were read before are not requested again. */
  pages(): AsyncIterable<readonly Item[]>;
  /** Requests the first page, which later reads share. Returns true if the platform responded with it. */
  readAhead(): Promise<boolean>;
  /** Discards what was read: a write failed, so the data may be stale. */
  forget(): void;
}

export interface CollectionReaderOptions<Item> {
  readonly transport: Transport;
  readonly get: OperationName;
  readonly list: OperationName;
  readonly item: Decoder<Item>;
}

/**
 * Reads each object with one GET. A platform without this operation also answers 404. So a 404 counts only if the
 * collection can be read and lacks the id. If the caller declared the collection unavailable, then the GET exists:
 * its 404 counts if it has the platform's error shape.
 */
export function createSeparateReader<Item extends { readonly id: string }>(
  options: CollectionReaderOptions<Item>,
): CollectionReader<Item> {
  return {
    readAhead: async () => false,
    list: () => collect(pagesOf(options)),
    pages: () => pagesOf(options),
    find: id => findSeparately(options, id, () => findIn(pagesOf(options), id)),
    forget: () => {},
  };
}

/** Requests the pages again at each call. */
export function pagesOf<Item extends { readonly id: string }>(
  options: CollectionReaderOptions<Item>,
): AsyncIterable<readonly Item[]> {
  return listPages({ ...options, operation: options.list });
}

/** @param inCollection searches the whole collection. */
export async function findSeparately<Item extends { readonly id: string }>(
  options: CollectionReaderOptions<Item>,
  id: string,
  inCollection: () => Promise<Item | undefined>,
): Promise<Item | undefined> {
  const { transport, get, list } = options;
  if (transport.isUnavailable(get)) {
    if (transport.isUnavailable(list)) throw new Unobservable({ operation: get }, id);
    return inCollection();
  }
  try {
    return await requestItem(options, id);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const gone = transport.isUnavailable(list) ? error.refusal !== undefined : !(await inCollection());
    if (gone) return undefined;
    throw new Unsupported({ operation: get, status: 404 }, false);
  }
}

async function requestItem<Item extends { readonly id: string }>(
  { transport, get, item }: CollectionReaderOptions<Item>,
  id: string,
): Promise<Item> {
  const answer = await transport.call({ operation: get, id });
  const found = decodeResponse(answer, get, item);
  if (found.id === id) return found;
  throw new MalformedResponse({ operation: get, status: answer.status }, 'id', 'the id asked for');
}

/** Stops at the page that contains the object. */
export async function findIn<Item extends { readonly id: string }>(
  pages: AsyncIterable<readonly Item[]>,
  id: string,
): Promise<Item | undefined> {
  for await (const page of pages) {
    const found = page.find(item => item.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function collect<Item>(pages: AsyncIterable<readonly Item[]>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}
