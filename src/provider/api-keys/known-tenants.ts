import { type Client, PlatformError } from '../../client';
import type { Words } from '../../plugin/define/definition';
import { didYouMean } from '../../risks/did-you-mean';

/** Upper limit for the pages of tenants that a plan reads, of 100 tenants each. */
const mostPages = 20;

/** The tenants of the platform, listed once for a whole plan. */
export class KnownTenants {
  private listed: Promise<readonly string[] | undefined> | undefined;

  constructor(private readonly tenants: Client['tenants']) {}

  /** Returns a warning if a tenant is missing on the complete list. Says nothing if there is no complete list. */
  async doubtsAbout(id: unknown): Promise<readonly Words[]> {
    if (typeof id !== 'string') return [];
    this.listed ??= this.list();
    const ids = await this.listed;
    if (ids === undefined || ids.includes(id)) return [];
    const suggestion = ids.length > 0 ? didYouMean(id, ids) : '';
    const detail =
      `${suggestion}The list of tenants that the provider’s credential can see is complete, and lacks it. The apply ` +
      'probably fails. Check tenant_id. The data source svc_tenants lists all tenants.';
    return [[`Unknown tenant ${JSON.stringify(id)}`, detail, 'tenant_id']];
  }

  private async list(): Promise<readonly string[] | undefined> {
    const ids: string[] = [];
    let count = 0;
    try {
      for await (const page of this.tenants.pages()) {
        if (count === mostPages) return undefined;
        count += 1;
        ids.push(...page.map(({ id }) => id));
      }
      return ids;
    } catch (error) {
      if (error instanceof PlatformError) return undefined;
      throw error;
    }
  }
}
