import { apiKeyRecord, issuedApiKey } from '../contract/record-decoders';
import type { ApiKeyRecord, IssuedApiKey } from '../contract/records';
import type { Transport } from '../http/transport';
import { type CreateOptions, createCollection } from './collection';

export interface NewApiKey {
  readonly name: string;
  readonly tenant_id: string;
  /** An empty list creates an unrestricted key (paragraph 5.1). */
  readonly scopes: readonly string[];
}

/** API keys. All operations are assumed: the document does not show how keys are issued (paragraph 5.1). */
export interface ApiKeys {
  /**
   * Creates a key. Only this response shows the key's value.
   * @throws {Ambiguous} if the key may exist although the response, and so the key's value, is lost.
   */
  create(apiKey: NewApiKey, options?: CreateOptions): Promise<IssuedApiKey>;
  /**
   * Returns `undefined` if the key is gone. The result is never older than the client.
   * @throws {Unobservable} if neither the key nor the collection can be read.
   */
  find(id: string): Promise<ApiKeyRecord | undefined>;
  /** Like `find`, but the result is never older than the call. */
  findNow(id: string): Promise<ApiKeyRecord | undefined>;
  /** The result is never older than the call. */
  list(): Promise<readonly ApiKeyRecord[]>;
  pages(): AsyncIterable<readonly ApiKeyRecord[]>;
  /**
   * Sends the given fields; the others stay unchanged. Returns `undefined` if the platform made the change but
   * does not show the result. @throws {NotFound} if the key is gone.
   */
  update(id: string, changes: Partial<Pick<NewApiKey, 'name' | 'scopes'>>): Promise<ApiKeyRecord | undefined>;
  /** Revokes the key. Succeeds if it is gone already. */
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
