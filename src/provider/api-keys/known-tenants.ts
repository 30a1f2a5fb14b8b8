import { type Client, PlatformError } from '../../client';
import { didYouMean } from '../../constructs/checks/did-you-mean';
import type { Warning } from '../../plugin/define/definition';

/** Returns what warns of a tenant that is missing on the complete list. It lists the tenants once for a whole plan. */
export function tenantDoubts(tenants: Client['tenants']) {
  let listed: Promise<readonly string[] | undefined> | undefined;
  return async (id: unknown): Promise<readonly Warning[]> => {
    if (typeof id !== 'string') return [];
    listed ??= completeList(tenants);
    const ids = await listed;
    if (ids === undefined || ids.includes(id)) return [];
    const detail =
      `${didYouMean(id, ids)}The list of tenants that the provider’s credential can see is complete, and lacks it. The apply ` +
      'probably fails. Check tenant_id. The data source svc_tenants lists all tenants.';
    return [[`Unknown tenant ${JSON.stringify(id)}`, detail, 'tenant_id']];
  };
}

/** Undefined if the list cannot be read to its end: then nothing is said. */
async function completeList(tenants: Client['tenants']): Promise<readonly string[] | undefined> {
  try {
    const { items, gap } = await tenants.list();
    return gap === undefined ? items.map(({ id }) => id) : undefined;
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
