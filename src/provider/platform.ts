import { createHash, timingSafeEqual } from 'node:crypto';
import type {
  ApiKeys,
  Client,
  IssuedApiKey,
  NewApiKey,
  NewWebhookEndpoint,
  OperationName,
  WebhookEndpointRecord,
  Webhooks,
} from '../client';
import type { Warn } from '../plugin/define/context';
import type { SeenState } from '../plugin/define/definition';
import { creatableKey, keyLikeness } from './api-keys/creatable';
import type { CreationSite } from './creation/creatable';
import type { Creations } from './creation/creations';
import { creatableEndpoint, endpointLikeness } from './webhook-endpoints/creatable';

/**
 * What handlers are given: the platform's client, whose creations happen once whatever fails, and what the
 * provider's configuration says about its use.
 */
export interface Platform extends Omit<Client, 'webhooks' | 'apiKeys'> {
  readonly webhooks: Omit<Webhooks, 'create'> & {
    create(endpoint: NewWebhookEndpoint, site: CreationSite): Promise<WebhookEndpointRecord>;
  };
  readonly apiKeys: Omit<ApiKeys, 'create'> & {
    create(key: NewApiKey, site: CreationSite): Promise<IssuedApiKey>;
  };
  /** Whether the configuration says that the platform lacks the operation. */
  lacks(operation: OperationName): boolean;
  /** Reads what earlier processes left of their creations, and says it. */
  begun(warn: Warn): Promise<void>;
  /** A stored state of Terraform's shows this. */
  stateSeen(state: SeenState): void;
  /** An import of this has begun. */
  beingImported(resource: string, id: string): void;
  /** A walk has come to its end, and changed nothing. */
  walked(): void;
  /** True the first time this process asks, so that what holds for all objects is said once. */
  isNews(summary: string): boolean;
  /** Whether plans may revoke or narrow the very key that the provider runs with. */
  readonly allowsSelfRevoke: boolean;
  /** Whether this is the fingerprint of the key that the provider runs with. */
  isOwnKey(fingerprint: string | undefined): boolean;
}

export interface PlatformSettings {
  /** Absent when a person's login is used. */
  readonly apiKey: string | undefined;
  readonly allowsSelfRevoke: boolean;
  readonly unavailable: ReadonlySet<string>;
  readonly creations: Creations;
}

export function platformOf(client: Client, settings: PlatformSettings): Platform {
  const { apiKey, allowsSelfRevoke, unavailable, creations } = settings;
  const own = apiKey === undefined ? undefined : Buffer.from(fingerprintOf(apiKey));
  const lacks = (operation: OperationName) => unavailable.has(operation);
  const endpoints = creatableEndpoint(client.webhooks, lacks);
  const keys = creatableKey(client.apiKeys, lacks);
  const said = new Set<string>();
  return {
    ...client,
    webhooks: {
      ...client.webhooks,
      create: (endpoint, site) => creations.create(endpoints, endpoint, site),
    },
    apiKeys: { ...client.apiKeys, create: (key, site) => creations.create(keys, key, site) },
    lacks,
    begun: warn => creations.begun(warn, [endpoints, keys]),
    beingImported: (resource, id) => creations.beingImported(resource, id),
    walked: () => creations.walked(),
    stateSeen: state =>
      creations.stateSeen(state, state.resource === keys.resource ? keyLikeness : endpointLikeness),
    isNews: summary => !said.has(summary) && said.add(summary) !== undefined,
    close: async () => {
      await Promise.all([creations.close(), client.close()]);
    },
    allowsSelfRevoke,
    isOwnKey: fingerprint =>
      own !== undefined && fingerprint !== undefined && timingSafeEqual(own, Buffer.from(fingerprint)),
  };
}

/**
 * Tells keys apart without holding them. A key has 32 random characters, so its hash gives nothing away and may
 * stand in private state.
 */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
