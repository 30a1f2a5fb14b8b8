import type {
  ApiKeyRecord,
  IssuedApiKey,
  TenantRecord,
  WebhookEndpointRecord,
} from '../../client/contract/records';
import { Collection } from './collection';

/** A webhook endpoint with the secret that the platform keeps and never shows (paragraph 2.1). */
export interface StoredWebhook extends WebhookEndpointRecord {
  readonly secret: string;
}

/** Everything the platform knows. All of it survives a restart when there is a data file. */
export class Store {
  readonly tenants: Collection<TenantRecord>;
  readonly webhooks: Collection<StoredWebhook>;
  readonly apiKeys: Collection<IssuedApiKey>;
  readonly #keyIdByValue = new Map<string, string>();

  /**
   * @param rootKey the sandbox's own unrestricted key; it stands beside the issued keys and in no list, so that a
   *   platform on which all was destroyed is empty
   * @param changed told after every change
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
