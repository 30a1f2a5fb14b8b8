import type { ApiKeys, IssuedApiKey, NewApiKey } from '../../client';
import type { Creatable, Listed } from '../creation/creatable';
import { digestOf } from '../creation/object-digest';
import { keyLeftBehind, type Lacks } from '../unavailable-operations';

interface Shown {
  readonly name?: unknown;
  readonly tenant_id?: unknown;
  readonly scopes?: unknown;
}

export const keyDigest = ({ name, tenant_id, scopes = [] }: Shown): string =>
  digestOf(name, tenant_id, scopes);

/** How a key is created once. A key whose answer was lost has a value that nobody has: another one is issued. */
export function creatableKey(apiKeys: ApiKeys, lacks: Lacks): Creatable<NewApiKey, IssuedApiKey> {
  const listed = (key: Shown & Omit<Listed, 'digest'>): Listed => ({
    id: key.id,
    created_at: key.created_at,
    digest: keyDigest(key),
  });
  return {
    resource: 'svc_api_key',
    noun: 'API key',
    recognizedBy: ['name', 'tenant_id', 'scopes'],
    digestOf: keyDigest,
    labelOf: ({ name }) => JSON.stringify(name),
    async *listed() {
      for await (const page of apiKeys.pages()) yield page.map(listed);
    },
    async find(id) {
      const key = await apiKeys.findNow(id);
      return key && listed(key);
    },
    create: (key, idempotencyKey) => apiKeys.create(key, { idempotencyKey }),
    async revoke(id, warn) {
      if (lacks('apiKeys.delete')) warn(...keyLeftBehind(id));
      else await apiKeys.delete(id);
    },
  };
}
