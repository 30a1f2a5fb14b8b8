import type { ListContract } from './collection-contract';
import { identifier, object, text } from './decode';

/** A tenant. The fields other than its id are assumed. */
export interface TenantRecord {
  /** Prefix `ten_`. */
  readonly id: string;
  readonly name: string;
}

/** Tenants (paragraph 4.2; the answer's shape is assumed). */
export const tenants: ListContract<TenantRecord> = {
  operations: {
    list: {
      method: 'GET',
      path: '/v1/tenants',
      source: 'documented',
      paragraph: '4.2',
      scope: 'tenants:read',
    },
  },
  item: object(field => ({ id: field('id', identifier), name: field('name', text) })),
};
