import { z } from 'zod';
import { withUnique } from '../store/duplicates';
import type { ApiKeyRequest, Registry, WebhookRequest } from '../store/registry';
import { apiKeyCreation, webhookCreation } from '../store/rules';
import type { Store } from '../store/store';

const tenantId = z.string().regex(/^ten_\w+$/, { error: 'must start with ten_' });

/**
 * Initial content of a new platform. The platform generates the ids, except where a tenant has its own. The type
 * is written by hand, so that programs which start a sandbox do not need the types of the validation library.
 */
export interface Seed {
  readonly tenants?: readonly { readonly id?: string; readonly name: string }[];
  readonly webhooks?: readonly WebhookRequest[];
  /** A key without scopes is unrestricted (paragraph 5.1). */
  readonly apiKeys?: readonly (Omit<ApiKeyRequest, 'scopes'> & {
    readonly scopes?: readonly string[] | undefined;
  })[];
}

/** Strict: otherwise an id that the platform does not use would be ignored silently. */
export const seedShape = z.strictObject({
  tenants: withUnique(
    'id',
    z.array(z.strictObject({ id: tenantId.exactOptional(), name: z.string().min(1) })),
  ).exactOptional(),
  webhooks: z.array(webhookCreation.extend({ status: z.string().exactOptional() }).strict()).exactOptional(),
  apiKeys: z
    .array(apiKeyCreation.extend({ environment: z.enum(['live', 'test']).exactOptional() }).strict())
    .exactOptional(),
}) satisfies z.ZodType<unknown, Seed>;

/** Two tenants with fixed ids for examples and documentation. */
export const defaultSeed: Seed = {
  tenants: [
    { id: 'ten_acme', name: 'Acme' },
    { id: 'ten_globex', name: 'Globex' },
  ],
};

/** The parts of a platform that the seed fills. */
interface Planted {
  readonly store: Store;
  readonly registry: Registry;
}

export function plant(seed: Seed, { store, registry }: Planted): void {
  const parsed = seedShape.safeParse(seed);
  if (!parsed.success) throw new Error(`The seed is not acceptable: ${z.prettifyError(parsed.error)}`);
  const { tenants = [], webhooks = [], apiKeys = [] } = parsed.data;
  for (const tenant of tenants) registry.addTenant(tenant);
  for (const webhook of webhooks) registry.registerWebhook(webhook);
  for (const apiKey of apiKeys) {
    const { tenant_id } = apiKey;
    if (store.tenants.get(tenant_id) === undefined) throw new Error(`The seed has no tenant ${tenant_id}.`);
    registry.issueApiKey(apiKey);
  }
}
