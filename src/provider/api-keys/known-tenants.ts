import type { Client } from '../../client';
import type { Words } from '../../plugin/define/definition';
import { didYouMean } from '../../risks/did-you-mean';
import { Snapshot } from '../creation/snapshot';

/** The tenants of the platform, listed once for a whole plan. */
export class KnownTenants {
  private listed: Promise<Snapshot> | undefined;

  constructor(private readonly tenants: Client['tenants']) {}

  /** Returns a warning if a tenant is missing on the complete list. Says nothing if there is no complete list. */
  async doubtsAbout(id: unknown): Promise<readonly Words[]> {
    if (typeof id !== 'string') return [];
    this.listed ??= Snapshot.take(this.pages());
    const snapshot = await this.listed;
    if (!snapshot.isComplete || snapshot.get(id)) return [];
    const ids = snapshot.all().map(each => each.id);
    const suggestion = ids.length > 0 ? didYouMean(id, ids) : '';
    const detail =
      `${suggestion}The list of tenants that the provider’s credential can see is complete, and lacks it. The apply ` +
      'probably fails. Check tenant_id. The data source svc_tenants lists all tenants.';
    return [[`Unknown tenant ${JSON.stringify(id)}`, detail, 'tenant_id']];
  }

  private async *pages() {
    for await (const page of this.tenants.pages())
      yield page.map(({ id }) => ({ id, digest: '', created_at: undefined, label: id }));
  }
}
