import { identifier, text } from './decode';
import { assigned, type Item, itemDecoder } from './fields';
import { operationsAt } from './operation';

const { list } = operationsAt('/v1/tenants', {
  paragraph: '4.2',
  scope: 'tenants:read',
  documented: ['list'],
});

const fields = {
  /** Usually with the prefix `ten_`. */
  id: assigned(identifier),
  name: assigned(text),
};

/** A tenant. The fields other than its id are assumed. */
export type TenantRecord = Item<typeof fields>;

/** Tenants, which are only listed (paragraph 4.2; the format of the response is assumed). */
export const tenants = { operations: { list }, item: itemDecoder(fields) };
