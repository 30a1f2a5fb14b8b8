import { expect, it, vi } from 'vitest';
import type { ClientOptions } from '../../../src/client';
import { apiKey, scene } from './client-fixture';
import { FakeClock } from './fake-clock';
import { json, page, type Reply } from './loopback-platform';

const notFound = json(404, { error: { code: 'not_found', message: 'No.' } });
const date = 'Thu, 01 Jan 2026 00:10:00 GMT';
const dated =
  (reply: Reply): Reply =>
  (response, request) =>
    reply(response.setHeader('date', date), request);
const at = (created_at: string) => apiKey({ created_at });
const [young, old] = [at('2026-01-01T00:09:01Z'), at('2026-01-01T00:08:59Z')];

/** A platform that shows no key for so many reads of one. */
async function lagging(reads: number, shown: object, options: Partial<ClientOptions> = {}) {
  const s = await scene([], options);
  let left = reads;
  s.platform.reply(
    dated((response, { target }) => {
      const isList = target.includes('?');
      if (!isList) left -= 1;
      const reply = isList ? page() : left < 0 ? json(200, shown) : notFound;
      reply(response, s.platform.received[0] ?? { method: '', target, headers: {}, body: '' });
    }),
  );
  return s;
}

it.each([
  ['is young: it is asked for until it is shown', young, 3, young, 3, 250 + 500 + 1000],
  ['is young, and never shown: it is gone after ten seconds', young, 99, undefined, 8, 10_000],
  ['is young, and another is shown in its place', { ...young, id: 'key_2' }, 1, undefined, 8, 10_000],
  ['is older than a minute: it is gone at once', old, 1, undefined, 0, 0],
  ['has no time: it is gone at once', apiKey({ created_at: 'soon' }), 1, undefined, 0, 0],
])('an object that no read shows %s', async (_, known, reads, expected, waits, milliseconds) => {
  const { client, clock } = await lagging(reads, known);
  expect(await client.apiKeys.find('key_1', known)).toEqual(expected);
  expect(clock.waits).toHaveLength(waits);
  expect(clock.waits.reduce((sum, each) => sum + each, 0)).toBe(milliseconds);
});

it('an interrupt within such a wait cancels it, and no more is asked', async () => {
  const [abort, clock] = [new AbortController(), new FakeClock('by hand')];
  const { client, platform } = await lagging(9, young, { signal: abort.signal, clock });
  const found = client.apiKeys.find('key_1', young);
  await vi.waitFor(() => expect(clock.waits).toHaveLength(1));
  const asked = platform.received.length;
  abort.abort();
  await expect(found).rejects.toHaveProperty('kind', 'Cancelled');
  expect(platform.received).toHaveLength(asked);
});

it('the waits are those of a walk, of both collections: any number of deleted ones costs ten seconds', async () => {
  const { client, clock } = await lagging(Number.POSITIVE_INFINITY, young);
  const from = clock.monotonic();
  for (let each = 0; each < 100; each += 1)
    for (const collection of [client.apiKeys, client.webhooks]) await collection.find(`id_${each}`, young);
  expect(clock.monotonic() - from).toBe(10_000);
});
