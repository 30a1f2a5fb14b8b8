import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Certificate, createCertificate } from '../../src/plugin/go-plugin/certificate';
import { ForeignClient } from './foreign-client';
import { type Launched, LaunchGround } from './launch-ground';
import type { StartedPlugin } from './plugin-process';

const ground = new LaunchGround();
let plugin: StartedPlugin;
let client: ForeignClient;
let own: Certificate;
/** Each launch has its own process here. */
const launch = (environment = {}): Promise<Launched> => ground.launch({ SVC_STAY: 'no', ...environment });
beforeAll(() => ground.build());
beforeEach(async () => {
  await ground.prepare();
  ({ plugin, client, own } = await launch());
});
afterEach(() => ground.clear());

describe('a process serves', () => {
  test('protocol 6 over gRPC on a socket that is open to its owner alone', async () => {
    expect(plugin.handshake.slice(0, 5)).toEqual(['1', '6', 'unix', plugin.socketPath, 'grpc']);
    expect(statSync(plugin.socketPath).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(plugin.socketPath)).mode & 0o777).toBe(0o700);
  });

  test.each([
    ['a foreign certificate', createCertificate()],
    ['no certificate', undefined],
  ])('no client with %s, and the right one all the same', async (_, foreign) => {
    const intruder = new ForeignClient(plugin, foreign);
    const unavailable = 14;
    expect(await intruder.callFunction('crash', 'by a stranger')).toMatchObject({ code: unavailable });
    intruder.close();
    expect(await client.callFunction('echo', 'still here')).toEqual({ value: 'still here' });
  });

  test('plain HTTP/2 if Terraform announces no certificate', async () => {
    const open = await launch({ PLUGIN_CLIENT_CERT: '' });
    expect(open.plugin.certificate).toHaveLength(0);
    expect(await open.client.callFunction('echo', 'hello')).toEqual({ value: 'hello' });
  });
});

describe('a process ends', () => {
  test('at Shutdown, which is answered, and leaves nothing', async () => {
    expect(await client.call('plugin.GRPCController', 'Shutdown', {})).toEqual({ value: {} });
    expect([await plugin.ended, await plugin.stderr]).toEqual([0, '']);
    expect(existsSync(dirname(plugin.socketPath))).toBe(false);
  });

  test('with its last connection, and not by a signal of the terminal before', async () => {
    const second = new ForeignClient(plugin, own, { 'grpc.use_local_subchannel_pool': 1 });
    expect(await second.callFunction('echo', 'two')).toEqual({ value: 'two' });
    client.close();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      plugin.child.kill(signal);
      expect(await second.callFunction('echo', signal)).toEqual({ value: signal });
    }
    second.close();
    expect(await plugin.ended).toBe(0);
  });
});
