import { CoalescingReader } from './coalescing-reader';
import {
  type CollectionReader,
  type CollectionReaderOptions,
  createSeparateReader,
  findSeparately,
} from './collection-reader';
import { OwnWrites } from './own-writes';

/** Reads that are never older than the call: something else may have changed the platform since any other read. */
export interface FreshReads<Item> {
  /** `undefined` when the object is gone. */
  find(id: string): Promise<Item | undefined>;
  list(): Promise<readonly Item[]>;
}

/**
 * Reads that begin in the same turn of the event loop share their pages; no later read sees them.
 * @param own lists may be late: they are not believed to lack what this process has made, or to hold what it deleted
 */
export function createFreshReads<Item extends { readonly id: string }>(
  options: CollectionReaderOptions<Item>,
  own: OwnWrites<Item>,
): FreshReads<Item> {
  let together: Promise<CollectionReader<Item>> | undefined;
  const begin = (): Promise<CollectionReader<Item>> => {
    together ??= new Promise<void>(setImmediate).then(() => {
      together = undefined;
      // Without the own writes, which somebody may have changed since.
      return options.transport.coalesces
        ? new CoalescingReader(options, new OwnWrites<Item>())
        : createSeparateReader(options);
    });
    return together;
  };
  // The list agrees with its 404.
  const confirm = (id: string) => findSeparately(options, id, async () => undefined);
  return {
    find: async id => (await begin()).find(id),
    async list() {
      const listed = await (await begin()).list();
      const ids = new Set(listed.map(({ id }) => id));
      const late = own.ids.filter(id => !ids.has(id) && !options.transport.lacks(options.get));
      const found = await Promise.all(late.map(confirm));
      const confirmed = found.filter(item => item !== undefined);
      return [...listed.filter(({ id }) => !own.hasDeleted(id)), ...confirmed];
    },
  };
}
