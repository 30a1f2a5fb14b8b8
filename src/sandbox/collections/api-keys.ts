import * as z from 'zod';
import type { ApiKeyRecord, IssuedApiKey } from '../../client/contract/api-keys';
import type { Change, Environment, SandboxCollection } from './sandbox-collection';
import { text } from './shapes';
import { tenants } from './tenants';

export interface ApiKeyRequest {
  readonly name: string;
  readonly tenant_id: string;
  /** An empty list creates an unrestricted key (paragraph 5.1). */
  readonly scopes?: readonly string[] | undefined;
  /** @default the sandbox's own environment */
  readonly environment?: Environment;
}

const scope = text().regex(/^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$/, {
  error: 'must be a scope such as tenants:read',
});
const scopes = z.array(scope, { error: 'must be an array of strings' });
const environment = z.enum(['live', 'test']);

/** Paragraph 5.1: scopes are optional. A key without scopes is unrestricted. */
const creation = z.object({ name: text(), tenant_id: text(), scopes: scopes.default([]) });

/** API keys (all operations assumed). Only the response to a create contains the value. */
export const apiKeys: SandboxCollection<{
  stored: IssuedApiKey;
  shown: ApiKeyRecord;
  created: IssuedApiKey;
  request: ApiKeyRequest;
  change: Change<Pick<ApiKeyRequest, 'name' | 'scopes'>>;
}> = {
  savedAs: 'api_keys',
  noun: 'API key',
  creation,
  change: z.object({ name: text(), scopes }).partial(),
  behindTheBack: { creation: creation.extend({ environment: environment.exactOptional() }) },
  saved: z.object({
    id: z.string(),
    name: z.string(),
    tenant_id: z.string(),
    scopes: z.array(z.string()),
    environment,
    created_at: z.string(),
    key: z.string(),
  }),
  uniqueField: 'key',
  references: { tenant_id: tenants },
  make: ({ name, tenant_id, scopes = [], environment }, making) => ({
    id: making.identifier('key'),
    name,
    tenant_id,
    scopes,
    environment: environment ?? making.environment,
    created_at: making.timestamp(),
    key: making.apiKey(environment ?? making.environment),
  }),
  show: ({ key: _key, ...record }) => record,
  reveal: issued => issued,
  secretsOf: ({ key }) => [key],
};
