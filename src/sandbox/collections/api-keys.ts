import * as z from 'zod';
import type {
  ApiKeyRecord,
  apiKeys as contract,
  IssuedApiKey,
  NewApiKey,
} from '../../client/contract/api-keys';
import { scopeForm } from '../../client/contract/catalogue';
import type { EachField, Sent } from '../../client/contract/fields';
import type { Environment } from './identifiers';
import type { Change, Json, SandboxCollection } from './sandbox-collection';
import { text } from './shapes';
import { tenants } from './tenants';

/** Paragraph 5.1: scopes are optional. A key without scopes is unrestricted. */
export interface ApiKeyRequest extends Json<Omit<NewApiKey, 'scopes'>> {
  readonly scopes?: readonly string[] | undefined;
  /** @default the sandbox's own environment */
  readonly environment?: Environment;
}

const scope = text().regex(scopeForm, {
  error: 'must be a scope such as tenants:read',
});
const scopes = z.array(scope, { error: 'must be an array of strings' });
const environment = z.enum(['live', 'test']);

const creation = z.object({
  name: text(),
  tenant_id: text(),
  scopes: scopes.default([]),
} satisfies EachField<typeof contract.fields, Sent, z.ZodType>);

/** API keys (all operations assumed). Only the response to a create contains the value. */
export const apiKeys: SandboxCollection<{
  stored: Json<IssuedApiKey>;
  shown: Json<ApiKeyRecord>;
  created: Json<IssuedApiKey>;
  request: ApiKeyRequest;
  change: Change<Omit<ApiKeyRequest, 'tenant_id' | 'environment'>>;
}> = {
  segment: 'api_keys',
  noun: 'API key',
  creation,
  change: creation.omit({ tenant_id: true }).extend({ scopes }).partial(),
  behindTheBack: { creation: creation.extend({ environment: environment.exactOptional() }) },
  references: { tenant_id: tenants },
  make: ({ scopes = [], environment, ...request }, making) => ({
    ...request,
    id: making.identifier('key'),
    scopes,
    environment: environment ?? making.environment,
    created_at: making.timestamp(),
    key: making.apiKey(environment ?? making.environment),
  }),
  show: ({ key: _key, ...record }) => record,
  reveal: issued => issued,
  secretsOf: ({ key }) => [key],
};
