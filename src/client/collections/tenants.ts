import { tenantRecord } from '../contract/record-decoders';
import type { TenantRecord } from '../contract/records';
import type { Transport } from '../http/transport';
import { listPages } from './list-pages';

/** Tenants (paragraph 4.2; the shape of the response is assumed). */
export interface Tenants {
  list(): Promise<readonly TenantRecord[]>;
}

export function createTenants(transport: Transport): Tenants {
  return {
    async list() {
      const tenants: TenantRecord[] = [];
      const pages = listPages({ transport, operation: 'tenants.list', item: tenantRecord });
      for await (const page of pages) tenants.push(...page);
      return tenants;
    },
  };
}
