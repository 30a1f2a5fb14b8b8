import type { ApiOperation, OperationHandler } from '../http/exchange';
import type { Platform } from '../platform/platform';
import { listAnswer } from './pagination';

type TenantOperation = Extract<ApiOperation, `tenants.${string}`>;

/** Tenants: the path is documented (paragraph 4.2), the shape is assumed. */
export function tenantOperations({ store }: Platform): Record<TenantOperation, OperationHandler> {
  return {
    'tenants.list': ({ query }) => listAnswer('tenants', store.tenants, query, tenant => tenant),
  };
}
