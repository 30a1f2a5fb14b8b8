import { expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox';

const endpoint = { url: 'https://a.example/', events: ['alert.created'] };

const refused: [what: string, seed: unknown, problem: string][] = [
  ['null', null, 'At the top: must be an object.'],
  ['an unknown collection', { tenant: [] }, 'At tenant: is none of '],
  [
    'an id twice',
    {
      tenants: [
        { id: 'ten_a', name: 'A' },
        { id: 'ten_a', name: 'B' },
      ],
    },
    'At tenants.1.id: is the id of an earlier item, too.',
  ],
  ['a collection that is no list', { tenants: {} }, 'At tenants: must be an array.'],
  ['an unknown field', { webhooks: [{ ...endpoint, state: 'x' }] }, 'webhooks.0: Unrecognized key: "state".'],
  ['plain HTTP', { webhooks: [{ ...endpoint, url: 'ftp://a' }] }, 'At webhooks.0.url: must be'],
  ['no tenant', { apiKeys: [{ name: 'a', tenant_id: 'ten_none' }] }, 'names no tenant of'],
];

it.each(refused)('a seed with %s is refused', async (_, seed, problem) => {
  await expect(startSandbox({ seed: seed as never })).rejects.toThrow(problem);
});
