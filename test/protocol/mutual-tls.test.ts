import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCertificate } from '../../src/plugin/go-plugin/certificate';
import { pemOf } from '../../src/plugin/go-plugin/pem';
import { ForeignClient } from './foreign-client';
import {
  type BuiltFixture,
  buildFixture,
  killPlugin,
  type StartedPlugin,
  startPlugin,
} from './plugin-process';

const unavailable = 14;

let fixture: BuiltFixture;
let plugin: StartedPlugin | undefined;
beforeAll(async () => {
  fixture = await buildFixture();
});
afterAll(() => fixture.remove());
afterEach(async () => {
  if (plugin !== undefined) await killPlugin(plugin);
});

test('the client whose certificate was announced is served', async () => {
  const own = createCertificate();
  plugin = await startPlugin(fixture.program, { PLUGIN_CLIENT_CERT: pemOf(own.der) });
  const client = new ForeignClient(plugin, own);
  expect(await client.callFunction('echo', 'hello')).toEqual({ value: 'hello' });
  client.close();
});

test.each([
  ['a foreign certificate', () => createCertificate()],
  ['no certificate', () => undefined],
])('a client with %s must not reach any method, and must not disturb the right one', async (_, intruder) => {
  const own = createCertificate();
  plugin = await startPlugin(fixture.program, { PLUGIN_CLIENT_CERT: pemOf(own.der) });
  const foreign = new ForeignClient(plugin, intruder());
  expect(await foreign.callFunction('crash', 'by a stranger')).toMatchObject({ code: unavailable });
  foreign.close();
  const client = new ForeignClient(plugin, own);
  expect(await client.callFunction('echo', 'still here')).toEqual({ value: 'still here' });
  client.close();
});

test('without an announced certificate the socket speaks plain HTTP/2', async () => {
  plugin = await startPlugin(fixture.program);
  expect(plugin.certificate).toHaveLength(0);
  const client = new ForeignClient(plugin);
  expect(await client.callFunction('echo', 'hello')).toEqual({ value: 'hello' });
  client.close();
});

test('an announced certificate that cannot be read ends the process with its name', async () => {
  plugin = await startPlugin(fixture.program, { PLUGIN_CLIENT_CERT: 'no certificate' });
  expect(await plugin.ended).toBe(2);
  expect(await plugin.stderr).toContain('PLUGIN_CLIENT_CERT does not contain');
});
