import { expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox';

const endpoint = { url: 'https://a.example/', events: ['alert.created'] };
const tenant = { id: 'ten_a', name: 'A' };

it.each<[what: string, seed: unknown, problem: string]>([
  ['null', null, 'At the top: must be an object.'],
  ['an unknown collection', { tenant: [] }, 'At tenant: is none of '],
  ['an id twice', { tenants: [tenant, { ...tenant, name: 'B' }] }, 'tenants.1.id: is the id of an earlier'],
  ['a collection that is no list', { tenants: {} }, 'At tenants: must be an array.'],
  ['an unknown field', { webhooks: [{ ...endpoint, state: 'x' }] }, 'webhooks.0: Unrecognized key: "state".'],
  ['plain HTTP', { webhooks: [{ ...endpoint, url: 'ftp://a' }] }, 'At webhooks.0.url: must be'],
  ['no tenant', { apiKeys: [{ name: 'a', tenant_id: 'ten_none' }] }, 'names no tenant of'],
])('a seed with %s is refused', async (_, seed, problem) => {
  await expect(startSandbox({ seed: seed as never })).rejects.toThrow(problem);
});
