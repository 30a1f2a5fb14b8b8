import type { ListContract } from '../contract/collection-contract';
import type { CollectionName } from '../contract/operations';
import type { Transport } from '../http/transport';
import { listPages } from './list-pages';

/** A collection that is only listed. */
export interface List<Item> {
  list(): Promise<readonly Item[]>;
}

export function createList<Item extends { readonly id: string }>(
  transport: Transport,
  name: CollectionName,
  { item }: ListContract<Item>,
): List<Item> {
  return {
    async list() {
      const items: Item[] = [];
      for await (const page of listPages({ transport, operation: `${name}.list`, item })) items.push(...page);
      return items;
    },
  };
}
