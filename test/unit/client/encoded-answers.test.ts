import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Ambiguous, MalformedResponse, systemClock } from '../../../src/client';
import { createAuthorizationServer } from '../../../src/client/oauth/login';
import { failureOf, newEndpoint, scene, webhookEndpoint } from './client-fixture';
import { raw, startLoopbackPlatform } from './loopback-platform';

const text = JSON.stringify(webhookEndpoint());
const mebibyte = 1024 * 1024;
const encoded = (encoding: string, body: Buffer | string, status = 200) =>
  raw(status, body, { 'content-encoding': encoding });
/** A record of so many bytes, which compress to next to nothing. */
const long = (bytes: number) => JSON.stringify(webhookEndpoint({ url: 'x'.repeat(bytes) }));

describe('an answer in an encoding', () => {
  it('is not asked for', async () => {
    const { client, platform } = await scene([raw(200, text)]);
    await client.webhooks.find('wh_1');
    expect(platform.received[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('is not asked of the token endpoint either, and read all the same', async () => {
    const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 60, refresh_token: 'r' };
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const platform = await startLoopbackPlatform(raw(200, gzipSync(JSON.stringify(tokens)), headers));
    const server = createAuthorizationServer({ authUrl: platform.url, clientId: 'a' }, systemClock);
    expect(await server.refresh('before', '')).toMatchObject({ accessToken: 'a', refreshToken: 'r' });
    expect(platform.received[0]?.headers['accept-encoding']).toBe('identity');
    await server.close();
    await platform.close();
  });

  it.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['gzip', Buffer.concat([gzipSync(text.slice(0, 9)), gzipSync(text.slice(9))])],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['', Buffer.from(text)],
    ['gzip, identity', gzipSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
  ])('%s is read', async (encoding, body) => {
    const { client } = await scene([encoded(encoding, body)]);
    expect(await client.webhooks.find('wh_1')).toEqual(webhookEndpoint());
  });

  it('is read where there is no body to decode', async () => {
    const { client } = await scene([raw(204, '', { 'content-encoding': 'gzip' })]);
    await client.webhooks.delete('wh_1');
  });

  it('is read where it refuses', async () => {
    const body = gzipSync(JSON.stringify({ error: { code: 'taken', message: 'it is taken' } }));
    const { client } = await scene([encoded('gzip', body, 409)]);
    expect((await failureOf(client.webhooks.create(newEndpoint))).message).toContain('taken: it is taken');
  });

  it('repeats no secret that it echoes', async () => {
    const body = gzipSync(JSON.stringify({ error: { code: 'bad', message: `not ${newEndpoint.secret}` } }));
    const { client } = await scene([encoded('gzip', body, 422)]);
    expect((await failureOf(client.webhooks.create(newEndpoint))).message).not.toContain(newEndpoint.secret);
  });

  it.each([
    ['nobody knows', encoded('zstd', text), 'in no encoding, or in gzip, deflate or br'],
    ['it is not in', encoded('gzip', text), 'readable in the encoding that it declares'],
    ['it breaks off in', encoded('gzip', gzipSync(text).subarray(0, 40)), 'readable in the encoding'],
    ['is damaged', encoded('br', brotliCompressSync(text).fill(0xff, 9, 20)), 'readable in the encoding'],
    ['is put on again and again', encoded('gzip,gzip,gzip,gzip', gzipSync(text)), 'in no encoding'],
    ['holds no text', encoded('gzip', gzipSync(Buffer.from([0x22, 0xff, 0x22]))), 'UTF-8 text'],
  ])('that %s is an error that says so', async (_what, reply, expected) => {
    const { client, platform } = await scene([reply]);
    const error = await failureOf(client.webhooks.find('wh_1'));
    expect(error).toBeInstanceOf(MalformedResponse);
    expect(error.message).toContain(expected);
    expect(platform.received).toHaveLength(1);
  });

  it('that cannot be read leaves the outcome of a creation open', async () => {
    const { client } = await scene([encoded('gzip', text, 201)]);
    expect(await failureOf(client.webhooks.create(newEndpoint))).toBeInstanceOf(Ambiguous);
  });
});

describe('the limit of a body', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('holds for what %s decodes to', async (encoding, compress) => {
    const { client } = await scene([
      encoded(encoding, compress(long(7 * mebibyte))),
      encoded(encoding, compress(long(9 * mebibyte))),
    ]);
    expect((await client.webhooks.find('wh_1'))?.url).toHaveLength(7 * mebibyte);
    expect((await failureOf(client.webhooks.find('wh_1'))).message).toContain('at most 8 MiB long');
  });

  it('holds between two encodings, and a bomb costs no memory', async () => {
    const member = gzipSync(Buffer.alloc(mebibyte, 0x20));
    const bomb = gzipSync(Buffer.concat(Array.from({ length: 1024 }, () => member)));
    const before = process.memoryUsage().rss;
    const { client } = await scene([encoded('gzip, gzip', bomb)]);
    expect((await failureOf(client.webhooks.find('wh_1'))).message).toContain('at most 8 MiB long');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * mebibyte);
  });

  it('is a smaller one for what refuses', async () => {
    const refusal = JSON.stringify({ error: { code: 'taken', message: 'x'.repeat(mebibyte) } });
    const { client } = await scene([encoded('gzip', gzipSync(refusal), 409)]);
    expect((await failureOf(client.webhooks.create(newEndpoint))).message).not.toContain('taken');
  });
});
