import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ForeignClient } from './foreign-client';
import {
  type BuiltFixture,
  buildFixture,
  killPlugin,
  type StartedPlugin,
  startPlugin,
} from './plugin-process';

let fixture: BuiltFixture;
let plugin: StartedPlugin;
let client: ForeignClient;
beforeAll(async () => {
  fixture = await buildFixture();
});
afterAll(() => fixture.remove());
beforeEach(async () => {
  plugin = await startPlugin(fixture.program);
  client = new ForeignClient(plugin);
  expect(await client.callFunction('echo', 'connected')).toEqual({ value: 'connected' });
});
afterEach(async () => {
  client.close();
  await killPlugin(plugin);
});

const shutdown = () => client.call('plugin.GRPCController', 'Shutdown', {});

test('Shutdown is answered, and ends an idle process, of which nothing is left', async () => {
  expect(await shutdown()).toEqual({ value: {} });
  expect([await plugin.ended, await plugin.stderr]).toEqual([0, '']);
  expect(existsSync(dirname(plugin.socketPath))).toBe(false);
});

test('Shutdown asks calls in flight to stop, and waits for their end', async () => {
  const call = client.callFunction('hold', 'until asked to stop');
  await shutdown();
  expect(await call).toEqual({ value: 'until asked to stop' });
  expect([await plugin.ended, await plugin.stderr]).toEqual([0, 'asked to stop\n']);
});

test('a call that does not end does not keep the process', async () => {
  const call = client.callFunction('hang', '');
  await shutdown();
  expect(await plugin.ended).toBe(0);
  expect(await call).toHaveProperty('code');
});

test('while Terraform is connected, the signals of a terminal change nothing', async () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    plugin.child.kill(signal);
    expect(await client.callFunction('echo', signal)).toEqual({ value: signal });
  }
  expect(await client.callFunction('echo', 'unmoved')).toEqual({ value: 'unmoved' });
});

test('the process ends when its last connection is gone', async () => {
  const second = new ForeignClient(plugin, undefined, { 'grpc.use_local_subchannel_pool': 1 });
  expect(await second.callFunction('echo', 'two')).toEqual({ value: 'two' });
  client.close();
  expect(await second.callFunction('echo', 'one left')).toEqual({ value: 'one left' });
  second.close();
  expect(await plugin.ended).toBe(0);
});

test('a crash is reported in the format that Terraform expects, without the message', async () => {
  await client.callFunction('crash', 'planted-secret');
  expect(await plugin.ended).toBe(2);
  const stderr = await plugin.stderr;
  expect(stderr).toMatch(/^panic: TypeError\n {4}at /);
  expect(stderr).not.toContain('planted-secret');
});
