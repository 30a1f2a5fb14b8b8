import type { ListContract } from '../contract/collection-contract';
import type { CollectionName } from '../contract/operations';
import type { Transport } from '../http/transport';
import { type Listed, Listing } from './listing';

/** A collection that is only listed. */
export interface List<Item> {
  list(): Promise<Listed<Item>>;
  /** See `Listing.pages`. */
  pages(): AsyncIterable<readonly Item[]>;
}

export function createList<Item extends { readonly id: string }>(
  transport: Transport,
  name: CollectionName,
  { item }: ListContract<Item>,
): List<Item> {
  const listing = () => new Listing({ transport, list: `${name}.list`, item });
  return { list: () => listing().all(), pages: () => listing().pages() };
}
