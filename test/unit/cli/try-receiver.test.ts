import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { Session } from '../../../src/plugin/rpc/session/session';
import { svc } from '../../../src/provider';
import { type Answering, answering, receiver } from '../../harness/servers/receiver';
import { answerTo } from '../plugin/foreign-codec';
import { encoded, silent } from '../plugin/shelf';
import { commandLine } from './command-line';

const secret = 'obviously-not-a-secret-of-an-endpoint';

const refuses = 'refuses a wrong signature';
const dropping: Answering = (response, delivery) =>
  delivery.isGenuine ? answering(204, 204)(response, delivery) : response.destroy();
const parsing: Answering = (response, { matchesParsed }) =>
  void response.writeHead(matchesParsed ? 204 : 401).end();

it.for([
  ['accepts the one alone', answering(204, 401), 0, ['a signed event (204)', `${refuses} (401)`]],
  ['has another secret', answering(401, 401), 1, ['another secret', refuses]],
  ['signs what it has parsed', parsing, 1, ['it does not sign the raw body', refuses]],
  ['redirects', answering(308, 401), 1, ['Register the address to which it redirects', refuses]],
  ['offers addresses', answering(300, 401), 1, ['Register the address', refuses]],
  ['fails', answering(500, 401), 1, ['Its log should say why', refuses]],
  ['accepts anything', answering(200, 200), 1, ['a signed event (200)', 'whoever knows its address']],
  ['refuses otherwise', answering(200, 403), 1, ['a signed event (200)', 'with 403 instead of 401']],
  ['drops the connection', (response: ServerResponse) => response.destroy(), 1, ['?      The receiver was']],
  ['drops the second', dropping, 1, ['a signed event (204)', '?      The receiver was']],
] as const)('a receiver that %s', async ([, answer, code, words]) => {
  const { url, got } = await receiver(secret, answer);
  const { run } = await commandLine({ SVC_WEBHOOK_SECRET: secret });
  const ran = await run(['try-receiver', url]);
  expect(ran.code).toBe(code);
  const lines = ran.stdout.trim().split('\n');
  expect(lines).toHaveLength(words.length);
  for (const [index, word] of words.entries()) expect(lines[index]).toContain(word);
  expect(ran.stderr.includes('was not reached')).toBe(words.some(word => word.startsWith('?')));
  expect(ran.stdout + ran.stderr).not.toMatch(new RegExp(`${secret}|hook-token`));
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} });
  expect(got.map(({ isGenuine }) => isGenuine)).toEqual([true, false].slice(0, words.length));
  const { stdout } = await run(['try-receiver', url, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ ok: code === 0, findings: { length: words.length } });
});

it.each([
  ['a wrong address', 'http://hooks.example.com/', 'must use https'],
  ['no secret and no terminal to ask', 'https://hooks.example.com/', 'SVC_WEBHOOK_SECRET'],
])('%s is an error that says what to do', async (_, url, words) => {
  const { run } = await commandLine({});
  const ran = await run(['try-receiver', url]);
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(words)]);
});

it('the action of the provider does the same, and an interrupt ends its wait', async () => {
  const session = new Session(svc, {}, () => 0, silent);
  const { url } = await receiver(secret, () => session.stop());
  const request = { action_type: 'svc_webhook_endpoint_test', config: encoded({ url, secret }) };
  const detail = expect.stringContaining('interrupted before the receiver answered');
  expect(await answerTo(providerHandlers(session), 'InvokeAction', request)).toEqual({
    completed: {
      diagnostics: [expect.objectContaining({ summary: 'The receiver was not reached', detail })],
    },
  });
});
