import { gzipSync } from 'node:zlib';
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
const long = (bytes: number) => gzipSync(JSON.stringify(webhookEndpoint({ url: 'x'.repeat(bytes) })));

describe('an answer in an encoding', () => {
  it('is not asked for, and gzip is read all the same, from the token endpoint too', async () => {
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
    ['identity', Buffer.from(text)],
    ['', Buffer.from(text)],
  ])('%s is read', async (encoding, body) => {
    const { client } = await scene([encoded(encoding, body)]);
    expect(await client.webhooks.find('wh_1')).toEqual(webhookEndpoint());
  });

  it('is read where there is no body to decode, and where it refuses', async () => {
    const body = gzipSync(JSON.stringify({ error: { code: 'taken', message: 'it is taken' } }));
    const { client } = await scene([
      raw(204, '', { 'content-encoding': 'gzip' }),
      encoded('gzip', body, 409),
    ]);
    await client.webhooks.delete('wh_1');
    expect((await failureOf(client.webhooks.create(newEndpoint))).message).toContain('taken: it is taken');
  });

  it.each([
    ['nobody asked for', encoded('br', text), 'in no encoding, or in gzip'],
    ['it is not in', encoded('gzip', text), 'readable in the encoding that it declares'],
    ['it breaks off in', encoded('gzip', gzipSync(text).subarray(0, 40)), 'readable in the encoding'],
    ['holds no text', encoded('gzip', gzipSync(Buffer.from([0x22, 0xff, 0x22]))), 'UTF-8 text'],
    ['is too long', encoded('gzip', long(9 * mebibyte)), 'at most 8 MiB long'],
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
