import { z } from 'zod';
import type { Platform } from './platform';
import { accept, apiKeyCreation, webhookCreation } from './rules';

/** What a new platform starts with. Ids are made by the platform except where a tenant names its own. */
export const seedShape = z.strictObject({
  tenants: z
    .array(
      z.strictObject({
        id: z
          .string()
          .regex(/^ten_\w+$/)
          .exactOptional(),
        name: z.string().min(1),
      }),
    )
    .exactOptional(),
  webhooks: z.array(webhookCreation.extend({ status: z.string().exactOptional() })).exactOptional(),
  apiKeys: z
    .array(apiKeyCreation.extend({ environment: z.enum(['live', 'test']).exactOptional() }))
    .exactOptional(),
});

export type Seed = z.input<typeof seedShape>;

/** Two tenants whose ids examples and documentation can name. */
export const defaultSeed: Seed = {
  tenants: [
    { id: 'ten_acme', name: 'Acme' },
    { id: 'ten_globex', name: 'Globex' },
  ],
};

export function plant(seed: Seed, { store, registry }: Pick<Platform, 'store' | 'registry'>): void {
  const { tenants = [], webhooks = [], apiKeys = [] } = accept(seedShape, seed);
  for (const tenant of tenants) registry.addTenant(tenant);
  for (const webhook of webhooks) registry.registerWebhook(webhook);
  for (const apiKey of apiKeys) {
    if (store.tenants.get(apiKey.tenant_id) === undefined)
      throw new Error(`The seed has no tenant ${apiKey.tenant_id}.`);
    registry.issueApiKey(apiKey);
  }
}
