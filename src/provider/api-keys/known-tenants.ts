import { type Client, PlatformError } from '../../client';
import { didYouMean } from '../../constructs/checks/did-you-mean';
import type { Warning } from '../../plugin/define/definition';
import { unknownTenant } from '../../risks/unknown-names';

export type KnownTenants = ReturnType<typeof knownTenants>;

const mostNoted = 20;

/** Returns what the tenants of an account tell. It lists them once for a whole walk. */
export function knownTenants(tenants: Client['tenants']) {
  let listed: Promise<readonly string[] | undefined> | undefined;
  let some: Promise<readonly string[]> | undefined;
  /** The complete list, if it has none of these ids. */
  const listLacking = async (...wanted: readonly string[]) => {
    // Undefined if the list cannot be read to its end: then nothing is said.
    listed ??= tenants
      .list()
      .then(({ items, gap }) => (gap === undefined ? items.map(({ id }) => id) : undefined))
      .catch(unlessPlatform(undefined));
    const ids = await listed;
    return wanted.some(id => ids?.includes(id)) ? undefined : ids;
  };
  return {
    /** Some of the tenants, of one page. None if it cannot be read. */
    some: () => {
      some ??= firstPage(tenants).catch(unlessPlatform([]));
      return some;
    },
    /** True if the complete list has tenants, and none of these. An empty one may only mean that the key sees no tenant. */
    areAllMissing: async (ids: readonly string[]) => ((await listLacking(...ids)) ?? []).length > 0,
    async doubtsAbout(id: unknown): Promise<readonly Warning[]> {
      const ids = typeof id === 'string' ? await listLacking(id) : undefined;
      if (typeof id !== 'string' || ids === undefined) return [];
      const detail =
        `${didYouMean(id, ids)}The list of tenants that the provider’s credential can see is complete, and lacks it. The apply ` +
        'probably fails. Check tenant_id. The data source svc_tenants lists all tenants.';
      return [[`${unknownTenant} ${JSON.stringify(id)}`, detail, 'tenant_id']];
    },
    /** Describes a tenant that is missing on the complete list. Empty if it is there, or nobody can tell. */
    async hintOf(id: string | undefined): Promise<string> {
      const isMissing = id !== undefined && (await listLacking(id)) !== undefined;
      return isMissing ? ` The provider’s credential does not see its tenant ${JSON.stringify(id)}.` : '';
    },
  };
}

async function firstPage(tenants: Client['tenants']): Promise<readonly string[]> {
  for await (const page of tenants.pages()) return page.slice(0, mostNoted).map(({ id }) => id);
  return [];
}

const unlessPlatform =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof PlatformError) return value;
    throw error;
  };
