import type { IssuedApiKey, TenantRecord } from '../../client/contract/records';
import type { Environment, Identifiers } from './identifiers';
import type { Store, StoredWebhook } from './store';

export interface WebhookRequest {
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
  /** @default active (paragraph 3.1) */
  readonly status?: string;
}

export interface ApiKeyRequest {
  readonly name: string;
  readonly tenant_id: string;
  readonly scopes: readonly string[];
  /** @default the sandbox's own environment */
  readonly environment?: Environment;
}

/** A change of some fields. A field that is absent or `undefined` stays unchanged. */
export type Change<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export type WebhookChange = Change<WebhookRequest>;
export type ApiKeyChange = Change<Pick<ApiKeyRequest, 'name' | 'scopes'>>;

function withChange<Whole extends object>(whole: Whole, change: Change<NoInfer<Whole>>): Whole {
  const known = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...whole, ...Object.fromEntries(known) };
}

/** Creates and changes objects, and sets what only the platform sets: ids, times and key values. */
export class Registry {
  readonly #store: Store;
  readonly #identifiers: Identifiers;
  readonly #environment: Environment;
  readonly #now: () => number;

  constructor(store: Store, identifiers: Identifiers, environment: Environment, now: () => number) {
    this.#store = store;
    this.#identifiers = identifiers;
    this.#environment = environment;
    this.#now = now;
  }

  registerWebhook({ url, events, secret, status = 'active' }: WebhookRequest): StoredWebhook {
    const id = this.#identifiers.identifier('wh');
    const webhook = { id, url, events, status, created_at: this.#timestamp(), secret };
    this.#store.webhooks.add(webhook);
    return webhook;
  }

  changeWebhook(id: string, change: WebhookChange): StoredWebhook {
    const changed = withChange(existing(this.#store.webhooks.get(id), id), change);
    this.#store.webhooks.replace(changed);
    return changed;
  }

  issueApiKey({ name, tenant_id, scopes, environment = this.#environment }: ApiKeyRequest): IssuedApiKey {
    const id = this.#identifiers.identifier('key');
    const key = this.#identifiers.apiKey(environment);
    const issued = { id, name, tenant_id, scopes, environment, created_at: this.#timestamp(), key };
    this.#store.apiKeys.add(issued);
    return issued;
  }

  changeApiKey(id: string, change: ApiKeyChange): IssuedApiKey {
    const changed = withChange(existing(this.#store.apiKeys.get(id), id), change);
    this.#store.apiKeys.replace(changed);
    return changed;
  }

  addTenant({ id = this.#identifiers.identifier('ten'), name }: { id?: string; name: string }): TenantRecord {
    const tenant = { id, name };
    this.#store.tenants.add(tenant);
    return tenant;
  }

  #timestamp(): string {
    return new Date(this.#now()).toISOString();
  }
}

function existing<Member>(member: Member | undefined, id: string): Member {
  if (member === undefined) throw new Error(`The sandbox has no ${id}.`);
  return member;
}
