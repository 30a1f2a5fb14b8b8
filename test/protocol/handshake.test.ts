import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCertificate } from '../../src/plugin/go-plugin/certificate';
import { pemOf } from '../../src/plugin/go-plugin/pem';
import {
  type BuiltFixture,
  buildFixture,
  killPlugin,
  startPlugin,
  startProcess,
  terraformEnvironment,
} from './plugin-process';

let fixture: BuiltFixture;
beforeAll(async () => {
  fixture = await buildFixture();
});
afterAll(() => fixture.remove());

test('the handshake line names protocol 6 over gRPC on a unix socket', async () => {
  const plugin = await startPlugin(fixture.program, {
    PLUGIN_CLIENT_CERT: pemOf(createCertificate().der),
  });
  expect(plugin.handshake.slice(0, 5)).toEqual(['1', '6', 'unix', plugin.socketPath, 'grpc']);
  expect(plugin.handshake[5]).toMatch(/^[A-Za-z0-9+/]+$/);
  await killPlugin(plugin);
});

test('socket and directory must be open to their owner alone', async () => {
  const plugin = await startPlugin(fixture.program);
  expect(statSync(plugin.socketPath).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(plugin.socketPath)).mode & 0o777).toBe(0o700);
  await killPlugin(plugin);
});

test.each([
  ['started by hand', {}],
  ['with a wrong cookie', { TF_PLUGIN_MAGIC_COOKIE: 'x' }],
])('%s, the program tells a person what it is and fails', async (_, environment) => {
  const started = startProcess(fixture.program, environment);
  expect(await started.ended).toBe(1);
  expect(await started.stderr).toContain('is a Terraform provider');
});

test('a Terraform without protocol 6 gets the reason on the handshake line, which it shows', async () => {
  const started = startProcess(fixture.program, { ...terraformEnvironment, PLUGIN_PROTOCOL_VERSIONS: '4,5' });
  const [, output] = await Promise.all([started.ended, text(started.child.stdout)]);
  expect(output).toMatch(/^This provider supports protocol 6\. .* only 4,5\..*\n$/);
  expect(await started.ended).toBe(1);
});

test('a TMPDIR that fits is used', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'short-'));
  const plugin = await startPlugin(fixture.program, { TMPDIR: parent });
  expect(dirname(dirname(plugin.socketPath))).toBe(parent);
  await killPlugin(plugin);
  await rm(parent, { recursive: true });
});
