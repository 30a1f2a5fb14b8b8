import type { Client } from '../client';
import { creatableKey } from './api-keys/key-creation';
import type { Lacks } from './unavailable-operations';
import { creatableEndpoint } from './webhook-endpoints/endpoint-creation';

/** Every kind of object that is created once. */
export function creatables({ webhooks, apiKeys }: Client, lacks: Lacks) {
  return { endpoints: creatableEndpoint(webhooks, lacks), keys: creatableKey(apiKeys, lacks) };
}
