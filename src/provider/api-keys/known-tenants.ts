import { type Client, PlatformError } from '../../client';
import { didYouMean } from '../../constructs/checks/did-you-mean';
import type { Warning } from '../../plugin/define/definition';

/** Returns what tells of a tenant that is missing on the complete list. It lists the tenants once for a whole walk. */
export function knownTenants(tenants: Client['tenants']) {
  let listed: Promise<readonly string[] | undefined> | undefined;
  const othersThan = async (id: string) => {
    listed ??= completeList(tenants);
    const ids = await listed;
    return ids?.includes(id) ? undefined : ids;
  };
  return {
    async doubtsAbout(id: unknown): Promise<readonly Warning[]> {
      const ids = typeof id === 'string' ? await othersThan(id) : undefined;
      if (typeof id !== 'string' || ids === undefined) return [];
      const detail =
        `${didYouMean(id, ids)}The list of tenants that the provider’s credential can see is complete, and lacks it. The apply ` +
        'probably fails. Check tenant_id. The data source svc_tenants lists all tenants.';
      return [[`Unknown tenant ${JSON.stringify(id)}`, detail, 'tenant_id']];
    },
    async hintOf(id: string | undefined): Promise<string> {
      const isMissing = id !== undefined && (await othersThan(id)) !== undefined;
      return isMissing ? ` The provider’s credential does not see its tenant ${JSON.stringify(id)}.` : '';
    },
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
