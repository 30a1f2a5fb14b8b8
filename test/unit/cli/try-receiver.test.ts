import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine } from './command-line';

const secret = 'obviously-not-a-secret-of-an-endpoint';

interface Delivery {
  readonly body: string;
  readonly isGenuine: boolean;
}

/** A customer's server, with the deliveries that it has got. */
async function receiver(answer: (response: ServerResponse, delivery: Delivery) => void) {
  const got: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const delivery = { body, isGenuine: request.headers['x-svc-signature-256'] === signature };
    got.push(delivery);
    answer(response, delivery);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The receiver does not listen.');
  return { url: `http://127.0.0.1:${address.port}/hook-token`, got };
}

const status =
  (genuine: number, forged: number) =>
  (response: ServerResponse, { isGenuine }: Delivery) => {
    response.writeHead(isGenuine ? genuine : forged, { location: 'http://127.0.0.1:1/' }).end();
  };

it.for([
  [
    'accepts the one and refuses the other',
    status(204, 401),
    0,
    ['a signed event (204)', 'refuses a wrong signature (401)'],
  ],
  ['has another secret', status(401, 401), 1, ['another secret', 'refuses a wrong signature']],
  [
    'redirects',
    status(308, 401),
    1,
    ['Register the address to which it redirects', 'refuses a wrong signature'],
  ],
  ['fails', status(500, 401), 1, ['Its log should say why', 'refuses a wrong signature']],
  ['accepts anything', status(200, 200), 1, ['a signed event (200)', 'whoever knows its address']],
  ['refuses with another status', status(200, 403), 1, ['a signed event (200)', 'with 403 instead of 401']],
  ['drops the connection', (response: ServerResponse) => response.destroy(), 1, ['cannot be reached (']],
] as const)('a receiver that %s', async ([, answer, code, words]) => {
  const { url, got } = await receiver(answer);
  const { run } = await commandLine({ SVC_WEBHOOK_SECRET: secret });
  const ran = await run(['try-receiver', url]);
  expect(ran.code).toBe(code);
  const lines = ran.stdout.trim().split('\n');
  expect(lines).toHaveLength(words.length);
  for (const [index, word] of words.entries()) expect(lines[index]).toContain(word);
  expect(ran.stdout + ran.stderr).not.toMatch(new RegExp(`${secret}|hook-token`));
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} });
  expect(got.map(({ isGenuine }) => isGenuine)).toEqual([true, false].slice(0, words.length));
});

it.for([
  ['http elsewhere', 'http://hooks.example.com/', 'https addresses'],
  ['no address', 'hooks.example.com', 'not an absolute URL'],
] as const)('%s is refused before the secret is asked for', async ([, url, words]) => {
  const { run } = await commandLine({});
  const ran = await run(['try-receiver', url]);
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(words)]);
});

it('without a secret and a terminal, the variable is named', async () => {
  const { run } = await commandLine({});
  const ran = await run(['try-receiver', 'https://hooks.example.com/']);
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('SVC_WEBHOOK_SECRET')]);
});
