import type { ApiKeys, IssuedApiKey, NewApiKey } from '../../client';
import type { Creatable } from '../creation/creatable';
import { likenessOf } from '../creation/likeness';
import { keyLeftBehind, type Lacks } from '../unavailable-operations';

interface Shown {
  readonly name?: unknown;
  readonly tenant_id?: unknown;
  readonly scopes?: unknown;
}

export const keyLikeness = ({ name, tenant_id, scopes = [] }: Shown): string =>
  likenessOf(name, tenant_id, scopes);

/** A key whose creation was interrupted has a value that nobody knows: it is revoked, and another one issued. */
export function creatableKey(apiKeys: ApiKeys, lacks: Lacks): Creatable<NewApiKey, IssuedApiKey> {
  return {
    resource: 'svc_api_key',
    noun: 'API key',
    likenessOf: keyLikeness,
    async *listed() {
      for await (const page of apiKeys.pages())
        yield page.map(key => ({ id: key.id, likeness: keyLikeness(key) }));
    },
    exists: async id => (await apiKeys.find(id)) !== undefined,
    create: key => apiKeys.create(key),
    async reclaim(id, _wanted, _sameRequest, warn) {
      if (lacks('apiKeys.delete')) warn(...keyLeftBehind(id));
      else await apiKeys.delete(id);
      return undefined;
    },
  };
}
