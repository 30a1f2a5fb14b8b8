import type { Client } from '../../client';
import type { Warning } from '../../plugin/define/definition';
import { didYouMean } from '../../risks/did-you-mean';
import { Snapshot } from '../creation/snapshot';

/** Returns what warns of a tenant that is missing on the complete list. It lists the tenants once for a whole plan. */
export function tenantDoubts(tenants: Client['tenants']) {
  let listed: Promise<Snapshot> | undefined;
  const pages = async function* () {
    for await (const page of tenants.pages())
      yield page.map(({ id }) => ({ id, digest: '', created_at: undefined, label: id }));
  };
  return async (id: unknown): Promise<readonly Warning[]> => {
    if (typeof id !== 'string') return [];
    listed ??= Snapshot.take(pages());
    const snapshot = await listed;
    if (!snapshot.isComplete || snapshot.get(id)) return [];
    const ids = snapshot.all().map(each => each.id);
    const detail =
      `${didYouMean(id, ids)}The list of tenants that the provider’s credential can see is complete, and lacks it. The apply ` +
      'probably fails. Check tenant_id. The data source svc_tenants lists all tenants.';
    return [[`Unknown tenant ${JSON.stringify(id)}`, detail, 'tenant_id']];
  };
}
