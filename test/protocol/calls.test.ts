import { afterAll, beforeAll, expect, test } from 'vitest';
import { ForeignClient } from './foreign-client';
import { type BuiltFixture, buildFixture, type StartedPlugin, startPlugin } from './plugin-process';

const notFound = 5;
const resourceExhausted = 8;
const unimplemented = 12;
const internal = 13;
const mebibyte = 1024 * 1024;

let fixture: BuiltFixture;
let plugin: StartedPlugin;
let client: ForeignClient;
beforeAll(async () => {
  fixture = await buildFixture();
  plugin = await startPlugin(fixture.program);
  client = new ForeignClient(plugin);
});
afterAll(async () => {
  client.close();
  await plugin.ended;
  await fixture.remove();
});

test.each([0, 1, 16 * 1024 - 5, 16 * 1024, 100_000, 5 * mebibyte])(
  'a message of %i bytes comes back as it was sent',
  async size => {
    const argument = 'a'.repeat(size);
    const answer = await client.callFunction('echo', argument);
    expect('value' in answer && answer.value === argument).toBe(true);
  },
);

test('a response far above the 4 MiB limit of gRPC libraries arrives', async () => {
  const size = 60 * mebibyte;
  const answer = await client.callFunction('grow', String(size));
  expect('value' in answer && String(answer.value).length).toBe(size);
});

test('three hundred concurrent calls each get their own response', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `call ${index}`);
  const answers = await Promise.all(names.map(name => client.callFunction('echo', name)));
  expect(answers).toEqual(names.map(value => ({ value })));
});

test('a slow call does not delay other calls', async () => {
  const slow = client.callFunction('wait', '1000');
  const first = await Promise.race([slow, client.callFunction('echo', 'quick')]);
  expect(first).toEqual({ value: 'quick' });
  expect(await slow).toEqual({ value: '1000' });
});

test('a method the provider lacks is unimplemented', async () => {
  expect(await client.call('tfplugin6.Provider', 'ReadResource', {})).toMatchObject({ code: unimplemented });
});

test('a status error that a handler throws keeps its code and its message', async () => {
  const answer = await client.callFunction('refuse', 'nothing named é, 100 %');
  expect(answer).toEqual({ code: notFound, message: 'nothing named é, 100 %' });
});

test('a failing handler is an internal error that repeats nothing of its message', async () => {
  const answer = await client.callFunction('fail', 'planted-secret');
  expect(answer).toMatchObject({ code: internal, message: expect.stringContaining('CallFunction failed') });
  expect(JSON.stringify(answer)).not.toContain('planted-secret');
});

test('a compressed request is refused as unimplemented', async () => {
  const gzip = new ForeignClient(plugin, undefined, { 'grpc.default_compression_algorithm': 2 });
  expect(await gzip.callFunction('echo', 'a'.repeat(1000))).toMatchObject({ code: unimplemented });
  gzip.close();
});

test.each([
  ['plugin', { value: { status: 1 } }],
  ['', { value: { status: 1 } }],
  ['another', { code: notFound }],
])('the health of the service "%s" is known or not found', async (service, expected) => {
  const answer = await client.call('grpc.health.v1.Health', 'Check', { service });
  expect(answer).toMatchObject(expected);
});

test('output of a library goes to the stdio stream of the client, and corrupts nothing', async () => {
  const pieces: string[] = [];
  const cancel = client.listen(text => pieces.push(text));
  await expect
    .poll(() => client.callFunction('print', 'a stray line').then(() => pieces.join('')))
    .toContain('a stray line\n');
  cancel();
});

test('an answer over 256 MiB is refused by its sender, like a request by its receiver', async () => {
  const answer = await client.callFunction('grow', String(257 * mebibyte));
  expect(answer).toMatchObject({ code: resourceExhausted });
});
