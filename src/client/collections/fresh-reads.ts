import { CoalescingReader } from './coalescing-reader';
import {
  type CollectionReader,
  type CollectionReaderOptions,
  createSeparateReader,
  findSeparately,
} from './collection-reader';
import { OwnWrites } from './own-writes';

/** Reads that are never older than the call: another program may have changed the platform since an earlier read. */
export interface FreshReads<Item> {
  /** Returns `undefined` if the object is gone. */
  find(id: string): Promise<Item | undefined>;
  list(): Promise<readonly Item[]>;
}

/**
 * Reads that start in the same turn of the event loop share their pages. Later reads start a new listing.
 * @param own corrects late lists: they may lack objects that this process created, or contain objects that it
 * deleted
 */
export function createFreshReads<Item extends { readonly id: string }>(
  options: CollectionReaderOptions<Item>,
  own: OwnWrites<Item>,
): FreshReads<Item> {
  let pendingReader: Promise<CollectionReader<Item>> | undefined;
  const begin = (): Promise<CollectionReader<Item>> => {
    pendingReader ??= new Promise<void>(setImmediate).then(() => {
      pendingReader = undefined;
      // Do not use the own writes here: another program may have changed those objects since.
      return options.transport.coalesces
        ? new CoalescingReader(options, new OwnWrites<Item>())
        : createSeparateReader(options);
    });
    return pendingReader;
  };
  // Reads the object with one GET. The list lacks the object, so a 404 is confirmed already.
  const confirm = (id: string) => findSeparately(options, id, async () => undefined);
  return {
    find: async id => (await begin()).find(id),
    async list() {
      const listed = await (await begin()).list();
      const ids = new Set(listed.map(({ id }) => id));
      const late = own.ids.filter(id => !ids.has(id) && !options.transport.isUnavailable(options.get));
      const found = await Promise.all(late.map(confirm));
      const confirmed = found.filter(item => item !== undefined);
      return [...listed.filter(({ id }) => !own.hasDeleted(id)), ...confirmed];
    },
  };
}
