import type { ListContract } from './collection-contract';
import { identifier, text } from './decode';
import { assigned, type Item, itemDecoder, type PartialItem } from './fields';

const fields = {
  /** Usually with the prefix `ten_`. */
  id: assigned(identifier),
  name: assigned(text),
};

/** A tenant. The fields other than its id are assumed. */
export type TenantRecord = Item<typeof fields>;

/** Tenants (paragraph 4.2; the format of the response is assumed). */
export const tenants: ListContract<PartialItem<typeof fields>> = {
  operations: {
    list: {
      method: 'GET',
      path: '/v1/tenants',
      source: 'documented',
      paragraph: '4.2',
      scope: 'tenants:read',
    },
  },
  item: itemDecoder(fields),
};
