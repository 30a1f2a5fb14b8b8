import type { CollectionContract } from './collection-contract';
import { arrayOf, type Decoder, identifier, nonEmptyText, object, oneOf, text } from './decode';
import { operationsAt } from './operation';

/** An API key as the platform returns it after its creation, always without its value. */
export interface ApiKeyRecord {
  /** Assigned by the platform; prefix `key_`. */
  readonly id: string;
  readonly name: string;
  /** Tenant that the key belongs to; prefix `ten_` (paragraph 2.4). */
  readonly tenant_id: string;
  /** Permission scopes. An empty list means an unrestricted key (paragraph 5.1). */
  readonly scopes: readonly string[];
  readonly environment: 'live' | 'test';
  /** ISO 8601 UTC time stamp. */
  readonly created_at: string;
}

/** The response to the creation of a key: the only one that contains its value. */
export interface IssuedApiKey extends ApiKeyRecord {
  /** `svc_live_` or `svc_test_` and 32 characters (paragraph 2.4). */
  readonly key: string;
}

export interface NewApiKey {
  readonly name: string;
  readonly tenant_id: string;
  /** An empty list creates an unrestricted key (paragraph 5.1). */
  readonly scopes: readonly string[];
}

const apiKeyRecord: Decoder<ApiKeyRecord> = object(field => ({
  id: field('id', identifier),
  name: field('name', text),
  tenant_id: field('tenant_id', identifier),
  scopes: field('scopes', arrayOf(text)),
  environment: field('environment', oneOf('live', 'test')),
  created_at: field('created_at', text),
}));

const issuedApiKey: Decoder<IssuedApiKey> = (value, path) => ({
  ...apiKeyRecord(value, path),
  ...object(field => ({ key: field('key', nonEmptyText) }))(value, path),
});

/**
 * API keys. All operations are assumed: the document does not show how keys are issued (paragraph 5.1). No documented
 * scope covers them.
 */
export const apiKeys: CollectionContract<{
  item: ApiKeyRecord;
  created: IssuedApiKey;
  wanted: NewApiKey;
  changes: Partial<Pick<NewApiKey, 'name' | 'scopes'>>;
}> = {
  operations: operationsAt('/v1/api_keys', { paragraph: '5.1' }),
  item: apiKeyRecord,
  created: issuedApiKey,
  secretsIssued: ({ key }) => [key],
};
