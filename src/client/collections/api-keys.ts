import { apiKeyRecord, issuedApiKey } from '../contract/record-decoders';
import type { ApiKeyRecord, IssuedApiKey } from '../contract/records';
import type { Transport } from '../http/transport';
import { type CreateOptions, createCollection } from './collection';

export interface NewApiKey {
  readonly name: string;
  readonly tenant_id: string;
  /** None makes an unrestricted key (paragraph 5.1). */
  readonly scopes: readonly string[];
}

/** API keys (all assumed: how keys are issued is not shown, paragraph 5.1). */
export interface ApiKeys {
  /**
   * The only answer that shows the key's value.
   * @throws {Ambiguous} when the key may exist although its answer, and so its value, is lost.
   */
  create(apiKey: NewApiKey, options?: CreateOptions): Promise<IssuedApiKey>;
  /**
   * `undefined` when it is gone. Never older than the client.
   * @throws {Unobservable} when neither it nor the collection can be read.
   */
  find(id: string): Promise<ApiKeyRecord | undefined>;
  /** The same, and never older than the call. */
  findNow(id: string): Promise<ApiKeyRecord | undefined>;
  /** Never older than the call. */
  list(): Promise<readonly ApiKeyRecord[]>;
  pages(): AsyncIterable<readonly ApiKeyRecord[]>;
  /**
   * Sends what is given and leaves the rest. `undefined` when the platform made the change and does not show its
   * outcome. @throws {NotFound} when it is gone.
   */
  update(id: string, changes: Partial<Pick<NewApiKey, 'name' | 'scopes'>>): Promise<ApiKeyRecord | undefined>;
  /** Revokes it; done as well when it is gone already. */
  delete(id: string): Promise<void>;
}

export function createApiKeys(transport: Transport): ApiKeys {
  const collection = createCollection(transport, {
    operations: {
      create: 'apiKeys.create',
      list: 'apiKeys.list',
      get: 'apiKeys.get',
      update: 'apiKeys.update',
      delete: 'apiKeys.delete',
    },
    item: apiKeyRecord,
    created: issuedApiKey,
  });
  return {
    ...collection,
    create: async (apiKey, options) => {
      const issued = await collection.create(apiKey, options);
      transport.redactor.remember(issued.key);
      return issued;
    },
    update: (id, changes) => collection.update(id, changes),
  };
}
