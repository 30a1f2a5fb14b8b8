import { expect, it, vi } from 'vitest';
import { type Client, type ClientOptions, isAnswered, isKind } from '../../../src/client';
import { failureOf, newEndpoint, scene, webhookEndpoint } from './client-fixture';
import { FakeClock } from './fake-clock';
import { json, pause, type Reply, raw, reset } from './loopback-platform';

const made = json(201, webhookEndpoint());
const busy = (seconds: number) => raw(503, '', { 'retry-after': String(seconds) });
const locked = raw(409, '', { 'retry-after': '2' });
const lost = 'Ambiguous';

/** Creates an endpoint, and asks again after each lost answer. */
async function create(client: Client): Promise<string> {
  const call = client.webhooks.create(newEndpoint);
  for (;;)
    try {
      return (await call.send()).id;
    } catch (error) {
      if (!isKind(error, 'Ambiguous') || isAnswered(error.facts))
        return error instanceof Error ? error.name : '';
      const last = await call.pause(error).catch((failure: Error) => failure.name);
      if (last !== undefined) return last;
    }
}

it.each<[string, Reply[], string, waits: number[]]>([
  ['waits as long as 503 asks', [busy(7), busy(3), made], 'wh_1', [7000, 3000]],
  ['waits a second and a half at least', [busy(1), reset, made], 'wh_1', [1500, 1500]],
  ['waits longer with each', Array(5).fill(raw(524)), lost, [1500, 1500, 1500, 2000]],
  ['is not repeated after a success without an id', [raw(200, '<html>')], lost, []],
  ['is proven by an id', [json(201, { id: 'wh_1', url: {} })], 'wh_1', []],
  ['has not begun while the platform is busy', [locked, locked, made], 'wh_1', [2000, 2000]],
  ['is refused', [reset, raw(403)], 'Forbidden', [1500]],
  ['is not waited for longer than five minutes', [busy(301)], lost, []],
])('a create %s', async (_what, replies, outcome, waits) => {
  const { client, platform, clock } = await scene(replies);
  expect(await create(client)).toEqual(outcome);
  expect(clock.waits).toEqual(waits);
  expect(platform.received).toHaveLength(replies.length);
  expect(new Set(platform.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

it('max_retries limits the failures of a create, after 429 and after lost answers', async () => {
  for (const maxRetries of [0, 2]) {
    const { client, platform } = await scene([pause(1), busy(1), raw(502)], { maxRetries });
    expect(await create(client)).toBe(maxRetries === 0 ? 'RateLimited' : lost);
    expect(platform.received).toHaveLength(maxRetries === 0 ? 1 : 1 + 3);
  }
});

it('a wait that is too long is said; a cancelled one leaves the outcome open', async () => {
  const abort = new AbortController();
  const clock = new FakeClock('by hand');
  const failure = async (reply: Reply, options: Partial<ClientOptions> = {}) => {
    const { client } = await scene([reply], options);
    const call = client.webhooks.create(newEndpoint);
    return failureOf(call.send().catch((error: Error) => call.pause(error)));
  };
  expect((await failure(busy(3600))).message).toContain('The platform asks for a wait of 60 minutes');
  const interrupted = failure(busy(60), { clock, signal: abort.signal });
  await vi.waitFor(() => expect(clock.waits).toEqual([60_000]));
  abort.abort();
  expect((await interrupted).name).toBe(lost);
});
