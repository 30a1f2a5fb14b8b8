import { setTimeout as delay } from 'node:timers/promises';
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
const timeOf = async (work: Promise<unknown>) => {
  const began = performance.now();
  await work;
  return performance.now() - began;
};

test('Shutdown ends an idle process at once, and is answered', async () => {
  expect(await shutdown()).toEqual({ value: {} });
  expect(await timeOf(plugin.ended)).toBeLessThan(500);
  expect(await plugin.ended).toBe(0);
  expect(await plugin.stderr).toBe('');
});

test('Shutdown cancels a call in flight and waits for its end', async () => {
  const call = client.callFunction('wait', '700');
  await delay(100);
  await shutdown();
  expect(await call).toEqual({ value: '700' });
  expect(await plugin.ended).toBe(0);
  expect(await plugin.stderr).toBe('asked to stop\n');
});

test('a call that does not end keeps the process under the two seconds Terraform waits', async () => {
  const call = client.callFunction('wait', '60000');
  await delay(100);
  await shutdown();
  expect(await timeOf(plugin.ended)).toBeLessThan(2000);
  expect(await plugin.ended).toBe(0);
  expect(await call).toHaveProperty('code');
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'while Terraform is connected, %s changes nothing',
  async signal => {
    plugin.child.kill(signal);
    await delay(200);
    expect(await client.callFunction('echo', 'unmoved')).toEqual({ value: 'unmoved' });
  },
);

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

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'without a connection, %s ends the process',
  async signal => {
    const alone = await startPlugin(fixture.program);
    await delay(300);
    alone.child.kill(signal);
    expect(await alone.ended).not.toBe('SIGKILL');
  },
);
