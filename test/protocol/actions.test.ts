import { join } from 'node:path';
import type { StatusObject } from '@grpc/grpc-js';
import { encode } from '@msgpack/msgpack';
import { expect, test } from 'vitest';
import { type Answering, answering, receiver } from '../harness/servers/receiver';
import { ForeignClient } from './foreign-client';
import { startPlugin } from './plugin-process';

const program = join(__dirname, '..', '..', 'dist', 'provider', 'provider.cjs');
const secret = 'obviously-not-a-secret-of-an-endpoint';
const action_type = 'svc_webhook_endpoint_test';

/** Invokes the action by a client of another library, with all logs. */
async function invoked(
  answer: Answering,
  duringIt: (client: ForeignClient) => Promise<unknown> = async () => {},
) {
  const plugin = await startPlugin(program, { TF_LOG: 'TRACE' });
  const client = new ForeignClient(plugin);
  const { url, got } = await receiver(secret, answer);
  const config = { msgpack: Buffer.from(encode({ url, secret })) };
  const call = client.stream('tfplugin6.Provider', 'InvokeAction', { action_type, config });
  const events: { completed: { diagnostics: { summary: string; detail: string }[] } }[] = [];
  call.on('data', event => events.push(event));
  call.on('error', () => {});
  const ended = new Promise<StatusObject>(resolve => call.on('status', resolve));
  await expect.poll(() => got.length).toBeGreaterThan(0);
  await duringIt(client);
  const { code } = await ended;
  await client.call('plugin.GRPCController', 'Shutdown', {});
  client.close();
  const log = (await plugin.stderr) + JSON.stringify(events);
  expect(log).not.toMatch(new RegExp(`${secret}|hook-token`));
  const said = events.map(({ completed }) =>
    completed.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`),
  );
  return { code, said };
}

test.each([
  ['a receiver that verifies passes', 200, 401, []],
  [
    'another one fails',
    401,
    204,
    [
      expect.stringMatching(/^The receiver does not accept a signed event: .* with 401/),
      expect.stringMatching(/^The receiver does not refuse a forged event: .* a wrong signature \(204\)/),
    ],
  ],
])('%s, and the stream has one event', async (_, genuine, forged, said) => {
  expect(await invoked(answering(genuine, forged))).toEqual({ code: 0, said: [said] });
});

test('an interrupt ends the wait for a receiver, and the stream has one event', async () => {
  const interrupt = (client: ForeignClient) => client.call('tfplugin6.Provider', 'StopProvider', {});
  const said = [expect.stringContaining('interrupted before the receiver answered')];
  expect(await invoked(() => {}, interrupt)).toEqual({ code: 0, said: [said] });
});
