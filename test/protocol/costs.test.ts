import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ForeignClient } from './foreign-client';
import { startPlugin } from './plugin-process';

/** What costs time is counted here, and timed in the bench alone. */
const folder = join(__dirname, '..', '..', 'dist', 'provider');
const recorder = join(__dirname, 'fixture', 'module-recorder.cjs');

/** The modules that the built provider loads before its handshake line, and after it for the schemas. */
async function modulesOfSchemas() {
  const plugin = await startPlugin(join(folder, 'provider.cjs'), { NODE_OPTIONS: `--require ${recorder}` });
  const client = new ForeignClient(plugin);
  const both = { svc_api_key: expect.anything(), svc_webhook_endpoint: expect.anything() };
  for (const [call, schemas] of [
    ['GetProviderSchema', { resource_schemas: both }],
    ['GetResourceIdentitySchemas', { identity_schemas: both }],
  ] as const)
    expect(await client.call('tfplugin6.Provider', call, {})).toMatchObject({ value: schemas });
  await client.call('plugin.GRPCController', 'Shutdown', {});
  await plugin.ended;
  const [before = '', after = ''] = (await plugin.stderr).split('HANDSHAKE');
  const names = (text: string) => [...text.matchAll(/^LOAD (.*)$/gm)].map(([, name]) => name ?? '');
  return { before: names(before), after: names(after) };
}

test('a launch loads one file of ours and five modules of Node, and for the schemas none of ours and no HTTP/2', async () => {
  const { before, after } = await modulesOfSchemas();
  expect([...new Set(before)].toSorted()).toEqual([
    './start',
    'node:crypto',
    'node:events',
    'node:fs',
    'node:net',
    'node:path',
  ]);
  expect(after.filter(name => name.startsWith('.') || name === 'node:http2')).toEqual([]);
});
