import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { type Client, createClient, PlatformError } from '../../../src/client';
import { apiKey, newEndpoint, testKey, webhookEndpoint } from '../client/client-fixture';
import { json, raw, startLoopbackPlatform } from '../client/loopback-platform';
import { mutated } from './mutation';

const endpoint = webhookEndpoint();
const key = apiKey();
const issued = { ...key, key: testKey };
const page = (...data: object[]) => ({ data, next_cursor: null });

const newKey = { name: 'ci', tenant_id: 'ten_1', scopes: ['alerts:read'] };
const calls: readonly [string, object, (client: Client) => Promise<unknown>][] = [
  ['webhooks.create', endpoint, client => client.webhooks.create(newEndpoint)],
  ['webhooks.find', endpoint, client => client.webhooks.find('wh_1')],
  ['webhooks.list', page(endpoint), client => client.webhooks.list()],
  ['webhooks.update', endpoint, client => client.webhooks.update('wh_1', { url: 'https://b.example/' })],
  ['webhooks.delete', {}, client => client.webhooks.delete('wh_1')],
  ['tenants.list', page({ id: 'ten_1', name: 'Acme' }), client => client.tenants.list()],
  ['apiKeys.create', issued, client => client.apiKeys.create(newKey)],
  ['apiKeys.list', page(key), client => client.apiKeys.list()],
];

it.each(calls)(
  '%s: any body is an answer or a clear error, soon',
  async (_operation, valid, call) => {
    const platform = await startLoopbackPlatform(json(200, valid));
    onTestFinished(() => platform.close());
    const text = JSON.stringify(valid);
    const body = fc.oneof(
      fc.json().map(value => Buffer.from(value)),
      fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
      mutated(new TextEncoder().encode(text)).map(bytes => Buffer.from(bytes)),
    );
    const status = fc.constantFrom(200, 200, 200, 201, 204, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503);
    await fc.assert(
      fc.asyncProperty(status, body, async (code, content) => {
        platform.reply(raw(code, content, { 'content-type': 'application/json' }));
        // A new client each time: none is told by what another has read.
        const client = createClient({
          baseUrl: platform.url,
          credential: testKey,
          maxRetries: 0,
          requestTimeoutSeconds: 5,
          refresh: 'each',
        });
        const outcome = await call(client).then(
          () => undefined,
          (error: unknown) => error,
        );
        await client.close();
        if (outcome === undefined) return;
        expect(outcome).toBeInstanceOf(PlatformError);
        expect(outcome instanceof Error ? outcome.message : '').not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 100 },
    );
  },
  60_000,
);
