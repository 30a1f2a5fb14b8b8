import type {
  ApiKeyRecord,
  IssuedApiKey,
  TenantRecord,
  WebhookEndpointRecord,
} from '../../client/contract/records';
import { Collection } from './collection';

/** A webhook endpoint with its secret, which the platform stores and never returns (paragraph 2.1). */
export interface StoredWebhook extends WebhookEndpointRecord {
  readonly secret: string;
}

/** All data of the platform. With a data file, it survives a restart. */
export class Store {
  readonly tenants: Collection<TenantRecord>;
  readonly webhooks: Collection<StoredWebhook>;
  readonly apiKeys: Collection<IssuedApiKey>;
  readonly #keyIdByValue = new Map<string, string>();

  /**
   * @param rootKey the sandbox's own unrestricted key. It is in no list, so that the platform is empty after a
   * destroy.
   * @param changed called after every change
   */
  constructor(
    readonly rootKey: string,
    changed: () => void,
  ) {
    this.tenants = new Collection(changed);
    this.webhooks = new Collection(changed);
    this.apiKeys = new Collection((before, after) => {
      if (before !== undefined) this.#keyIdByValue.delete(before.key);
      if (after !== undefined) this.#keyIdByValue.set(after.key, after.id);
      changed();
    });
  }

  apiKeyWithValue(value: string): IssuedApiKey | undefined {
    const id = this.#keyIdByValue.get(value);
    return id === undefined ? undefined : this.apiKeys.get(id);
  }
}

export function withoutSecret({ secret: _secret, ...record }: StoredWebhook): WebhookEndpointRecord {
  return record;
}

export function withoutValue({ key: _key, ...record }: IssuedApiKey): ApiKeyRecord {
  return record;
}
