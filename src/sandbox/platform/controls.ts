import type { OperationName } from '../../client/contract/operations';
import type {
  ApiKeyRecord,
  IssuedApiKey,
  TenantRecord,
  WebhookEndpointRecord,
} from '../../client/contract/records';
import type { Delivery, EmittedEvent, EventRequest } from '../deliveries/delivery-record';
import type { Fault, FaultHandle } from '../faults/faults';
import type { RecordedRequest } from '../http/request-log';
import type { ApiKeyChange, ApiKeyRequest, WebhookChange, WebhookRequest } from '../store/registry';
import { withoutSecret, withoutValue } from '../store/store';
import type { Platform } from './platform';

/** Changes to the platform without a request of its client: tests use them to change it outside Terraform. */
export interface SandboxControls {
  readonly webhooks: {
    all(): WebhookEndpointRecord[];
    get(id: string): WebhookEndpointRecord | undefined;
    /** Generates a secret unless one is given. */
    create(webhook: Omit<WebhookRequest, 'secret'> & { readonly secret?: string }): WebhookEndpointRecord;
    /** @throws {Error} if there is no such endpoint */
    update(id: string, change: WebhookChange): WebhookEndpointRecord;
    /** Returns true if the endpoint existed. */
    delete(id: string): boolean;
    secretOf(id: string): string | undefined;
  };
  readonly apiKeys: {
    all(): ApiKeyRecord[];
    get(id: string): ApiKeyRecord | undefined;
    issue(apiKey: ApiKeyRequest): IssuedApiKey;
    /** @throws {Error} if there is no such key */
    update(id: string, change: ApiKeyChange): ApiKeyRecord;
    /** Returns true if the key existed. */
    delete(id: string): boolean;
    valueOf(id: string): string | undefined;
  };
  readonly tenants: {
    all(): TenantRecord[];
    create(tenant: { readonly id?: string; readonly name: string }): TenantRecord;
  };
  readonly faults: {
    add(fault: Fault): FaultHandle;
    /** Removes every fault, continues requests that they hold, and lists objects that they hid. */
    clear(): void;
  };
  readonly latency: {
    /** Delay of every response, in milliseconds. */
    set(milliseconds: number): void;
  };
  readonly clock: {
    /** Advances the delivery clock. Resolves when the attempts due by then have been made. */
    advance(milliseconds: number): Promise<void>;
    /** Milliseconds since 1970 on the delivery clock. */
    now(): number;
  };
  readonly events: {
    /** Sends a signed event to each active endpoint subscribed to its type (paragraph 6.1). */
    emit(event: EventRequest): Promise<EmittedEvent>;
  };
  readonly deliveries: { all(): readonly Delivery[] };
  readonly requests: {
    all(): readonly RecordedRequest[];
    clear(): void;
    count(operation?: OperationName): number;
    /** Resolves when this many requests (1) of the operation have arrived since the last `clear()`. */
    arrived(operation: OperationName, count?: number): Promise<void>;
  };
  readonly oauth: {
    /** Sets whether the user consents to applications (true). */
    setConsent(consents: boolean): void;
    /** Makes every access token expire. */
    expireAccessTokens(): void;
    /** Revokes every grant, including refresh tokens. */
    revokeAll(): void;
  };
  /** Restores the seed and removes all faults, deliveries and logged requests. The sandbox's own key stays. */
  reset(): void;
  /** Resolves when every change so far is in the data file. */
  saved(): Promise<void>;
}

export function buildControls(platform: Platform): SandboxControls {
  const { latency, deliveryClock, deliveries, store, registry } = platform;
  return {
    webhooks: webhookControls(platform),
    apiKeys: apiKeyControls(platform),
    tenants: { all: () => store.tenants.all(), create: tenant => registry.addTenant(tenant) },
    faults: faultControls(platform),
    latency: {
      set: milliseconds => {
        latency.milliseconds = milliseconds;
      },
    },
    clock: { advance: milliseconds => deliveryClock.advance(milliseconds), now: () => deliveryClock.now() },
    events: { emit: event => deliveries.emit(event) },
    deliveries: { all: () => deliveries.all() },
    requests: requestControls(platform),
    oauth: oauthControls(platform),
    reset: () => platform.reset(),
    saved: () => platform.saved(),
  };
}

function faultControls({ faults, store }: Platform): SandboxControls['faults'] {
  return {
    add: fault => faults.add(fault),
    clear: () => {
      faults.clear();
      store.webhooks.showAll();
      store.apiKeys.showAll();
    },
  };
}

function requestControls({ requests }: Platform): SandboxControls['requests'] {
  return {
    all: () => requests.all(),
    clear: () => requests.clear(),
    count: operation => requests.count(operation),
    arrived: (operation, count = 1) => requests.arrived(operation, count),
  };
}

function oauthControls({ authorizationServer }: Platform): SandboxControls['oauth'] {
  return {
    setConsent: consents => {
      authorizationServer.consents = consents;
    },
    expireAccessTokens: () => authorizationServer.grants.expireAccessTokens(),
    revokeAll: () => authorizationServer.grants.revokeAll(),
  };
}

function webhookControls({ store, registry, identifiers }: Platform): SandboxControls['webhooks'] {
  return {
    all: () => store.webhooks.all().map(withoutSecret),
    get: id => {
      const webhook = store.webhooks.get(id);
      return webhook && withoutSecret(webhook);
    },
    create: ({ secret = identifiers.secret(), ...webhook }) =>
      withoutSecret(registry.registerWebhook({ ...webhook, secret })),
    update: (id, change) => withoutSecret(registry.changeWebhook(id, change)),
    delete: id => store.webhooks.remove(id),
    secretOf: id => store.webhooks.get(id)?.secret,
  };
}

function apiKeyControls({ store, registry }: Platform): SandboxControls['apiKeys'] {
  return {
    all: () => store.apiKeys.all().map(withoutValue),
    get: id => {
      const apiKey = store.apiKeys.get(id);
      return apiKey && withoutValue(apiKey);
    },
    issue: apiKey => registry.issueApiKey(apiKey),
    update: (id, change) => withoutValue(registry.changeApiKey(id, change)),
    delete: id => store.apiKeys.remove(id),
    valueOf: id => store.apiKeys.get(id)?.key,
  };
}
