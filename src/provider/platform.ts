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
import type { Leaving, PlainObject, PlannedCreation, SeenState } from '../plugin/define/definition';
import { creatableKey, keyDigest } from './api-keys/key-creation';
import type { CreationSite } from './creation/creatable';
import { Creations, type CreationsOptions } from './creation/creations';
import type { Words } from './creation/messages';
import { ForeignChanges } from './foreign-changes';
import { creatableEndpoint, endpointDigest } from './webhook-endpoints/endpoint-creation';

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
  /** A stored state of Terraform's shows this. */
  stateSeen(state: SeenState): void;
  /** An import of this has begun. */
  importBegan(id: string): void;
  /** A plan creates such an object, or issues such a key. */
  creationPlanned(planned: PlannedCreation): void;
  /** Whether a plan has something to say of creations once it has come to all states. */
  isForecastDue(call: 'read' | 'plan'): boolean;
  makeForecast(): Promise<readonly Words[]>;
  /** The process ends. */
  leave(leaving: Leaving): void;
  /** True the first time this process asks, so that what holds for all objects is said once. */
  isNews(summary: string): boolean;
  /** What refreshes of this process have found that another hand has changed. */
  readonly foreignChanges: ForeignChanges;
  /** Whether a person's login is used, and no API key. */
  readonly worksWithLogin: boolean;
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
  readonly creations: CreationsOptions;
}

export async function platformOf(client: Client, settings: PlatformSettings): Promise<Platform> {
  const { apiKey, allowsSelfRevoke, unavailable } = settings;
  const own = apiKey === undefined ? undefined : Buffer.from(fingerprintOf(apiKey));
  const lacks = (operation: OperationName) => unavailable.has(operation);
  const endpoints = creatableEndpoint(client.webhooks, lacks);
  const keys = creatableKey(client.apiKeys, lacks);
  const creations = await Creations.begin(settings.creations, [endpoints, keys]);
  const said = new Set<string>();
  return {
    ...client,
    webhooks: {
      ...client.webhooks,
      create: (endpoint, site) => creations.create(endpoints, endpoint, site),
      delete: async id => {
        await client.webhooks.delete(id);
        creations.deleted(id);
      },
    },
    apiKeys: {
      ...client.apiKeys,
      create: (key, site) => creations.create(keys, key, site),
      delete: async id => {
        await client.apiKeys.delete(id);
        creations.deleted(id);
      },
    },
    lacks,
    stateSeen: state => {
      creations.stateSeen(state);
      if (state.resource === keys.resource)
        for (const id of earlierIdsIn(state.values())) creations.shown(id);
    },
    importBegan: id => creations.shown(id),
    creationPlanned: ({ resource, values, isKnown }) => {
      const { fields, digestOf } = resource === keys.resource ? digests.keys : digests.endpoints;
      creations.planned(resource, fields.every(isKnown) ? digestOf(values) : undefined);
    },
    isForecastDue: call => creations.isForecastDue(call),
    makeForecast: () => creations.makeForecast(),
    leave: leaving => creations.leave(leaving),
    isNews: summary => !said.has(summary) && said.add(summary) !== undefined,
    close: async () => {
      await Promise.all([creations.dispose(), client.close()]);
    },
    foreignChanges: new ForeignChanges(settings.creations.run.command?.mode ?? 'normal'),
    worksWithLogin: apiKey === undefined,
    allowsSelfRevoke,
    isOwnKey: fingerprint =>
      own !== undefined && fingerprint !== undefined && timingSafeEqual(own, Buffer.from(fingerprint)),
  };
}

/** A state names the keys before the current one too. */
function earlierIdsIn({ previous_id, unrevoked_ids }: PlainObject): readonly string[] {
  const ids = [previous_id, ...(Array.isArray(unrevoked_ids) ? unrevoked_ids : [])];
  return ids.filter(id => typeof id === 'string');
}

/** What an object is recognized by, and the attributes that it is made of. */
const digests = {
  endpoints: { fields: ['url', 'events'], digestOf: endpointDigest },
  keys: { fields: ['name', 'tenant_id', 'scopes'], digestOf: keyDigest },
};

/**
 * Tells keys apart without holding them. A key has 32 random characters, so its hash gives nothing away and may
 * stand in private state.
 */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
