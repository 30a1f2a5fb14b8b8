import type { Client } from '../client';
import { creatableKey } from './api-keys/key-creation';
import type { Creatable, Findable } from './creation/creatable';
import type { Lacks } from './unavailable-operations';
import { creatableEndpoint } from './webhook-endpoints/endpoint-creation';

/** A kind of object, as far as it can be found and removed. */
export type ObjectKind = Findable & Pick<Creatable<never, never>, 'revoke'>;

/** Every kind of object that is created once. */
export function creatables({ webhooks, apiKeys }: Client, lacks: Lacks): readonly ObjectKind[] {
  return [creatableEndpoint(webhooks, lacks), creatableKey(apiKeys, lacks)];
}
