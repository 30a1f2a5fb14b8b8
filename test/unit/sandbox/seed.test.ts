import { expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox';
import { checkedSeed } from '../../../src/sandbox/platform/seed';

const endpoint = { url: 'https://a.example/', events: ['alert.created'] };

const refused: [what: string, seed: unknown, problem: string][] = [
  ['an unknown collection', { tenant: [] }, 'At tenant: is none of '],
  ['an unknown field', { webhooks: [{ ...endpoint, state: 'x' }] }, 'webhooks.0: Unrecognized key: "state".'],
  ['plain HTTP', { webhooks: [{ ...endpoint, url: 'ftp://a' }] }, 'At webhooks.0.url: must be'],
  ['no tenant', { apiKeys: [{ name: 'a', tenant_id: 'ten_none' }] }, 'names no tenant of'],
];

it.each(refused)('a seed with %s is refused, from a file and in code', async (_, seed, problem) => {
  expect(() => checkedSeed(seed)).toThrow(problem);
  await expect(startSandbox({ seed: seed as never })).rejects.toThrow(problem);
});
