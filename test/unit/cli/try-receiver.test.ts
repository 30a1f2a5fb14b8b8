import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { answering, receiver } from '../../harness/servers/receiver';
import { commandLine } from './command-line';

const secret = 'obviously-not-a-secret-of-an-endpoint';

it.for([
  [
    'accepts the one and refuses the other',
    answering(204, 401),
    0,
    ['a signed event (204)', 'refuses a wrong signature (401)'],
  ],
  ['has another secret', answering(401, 401), 1, ['another secret', 'refuses a wrong signature']],
  [
    'redirects',
    answering(308, 401),
    1,
    ['Register the address to which it redirects', 'refuses a wrong signature'],
  ],
  ['offers addresses', answering(300, 401), 1, ['Register the address', 'refuses a wrong signature']],
  ['fails', answering(500, 401), 1, ['Its log should say why', 'refuses a wrong signature']],
  ['accepts anything', answering(200, 200), 1, ['a signed event (200)', 'whoever knows its address']],
  [
    'refuses with another status',
    answering(200, 403),
    1,
    ['a signed event (200)', 'with 403 instead of 401'],
  ],
  ['drops the connection', (response: ServerResponse) => response.destroy(), 1, ['?      The receiver was']],
] as const)('a receiver that %s', async ([, answer, code, words]) => {
  const { url, got } = await receiver(secret, answer);
  const { run } = await commandLine({ SVC_WEBHOOK_SECRET: secret });
  const ran = await run(['try-receiver', url]);
  expect(ran.code).toBe(code);
  const lines = ran.stdout.trim().split('\n');
  expect(lines).toHaveLength(words.length);
  for (const [index, word] of words.entries()) expect(lines[index]).toContain(word);
  expect(ran.stderr.includes('was not reached')).toBe(words[0].startsWith('?'));
  expect(ran.stdout + ran.stderr).not.toMatch(new RegExp(`${secret}|hook-token`));
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} });
  expect(got.map(({ isGenuine }) => isGenuine)).toEqual([true, false].slice(0, words.length));
});

it('a wrong address is refused before the secret is asked for', async () => {
  const { run } = await commandLine({});
  const ran = await run(['try-receiver', 'http://hooks.example.com/']);
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('must use https')]);
});

it('without a secret and a terminal, the variable is named', async () => {
  const { run } = await commandLine({});
  const ran = await run(['try-receiver', 'https://hooks.example.com/']);
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('SVC_WEBHOOK_SECRET')]);
});
