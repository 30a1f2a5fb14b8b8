import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createClient, PlatformError } from '../../../src/client';
import { decodeResponse } from '../../../src/client/collections/decode-response';
import { apiKeys } from '../../../src/client/contract/api-keys';
import type { Decoder } from '../../../src/client/contract/decode';
import type { OperationName } from '../../../src/client/contract/operations';
import { pageOf } from '../../../src/client/contract/page';
import { webhooks } from '../../../src/client/contract/webhooks';
import { MalformedResponse } from '../../../src/client/errors';
import { apiKey, testKey, webhookEndpoint } from '../client/client-fixture';
import { raw, startLoopbackPlatform } from '../client/loopback-platform';
import { mutated } from './mutation';

const id = z
  .string()
  .min(1)
  .max(256)
  .regex(/^\P{Cc}*$/u);
const texts = z.array(z.string());
const endpointShape = z.strictObject({
  id,
  url: z.string(),
  events: texts,
  status: z.string(),
  created_at: z.string(),
});
const keyShape = z.strictObject({
  id,
  name: z.string(),
  tenant_id: id,
  scopes: texts,
  environment: z.enum(['live', 'test']),
  created_at: z.string(),
});
const pageShape = z.strictObject({ data: z.array(endpointShape), next_cursor: z.string().min(1).optional() });

const endpoint = webhookEndpoint();
const page = { data: [endpoint], next_cursor: 'next' };
const bodies: readonly [OperationName, object, Decoder<unknown>, z.ZodType][] = [
  ['webhooks.get', endpoint, webhooks.item, endpointShape],
  ['webhooks.list', page, pageOf(webhooks.item), pageShape],
  [
    'apiKeys.create',
    { ...apiKey(), key: testKey },
    apiKeys.created,
    keyShape.extend({ key: z.string().min(1) }),
  ],
];

it.each(bodies)(
  '%s: any body is an object of the contract, or an error that quotes nothing',
  (operation, valid, decoder, shape) => {
    const text = JSON.stringify(valid);
    const field = fc.tuple(fc.constantFrom(...Object.keys(valid)), fc.jsonValue());
    const body = fc.oneof(
      fc.json(),
      field.map(([name, value]) => JSON.stringify({ ...valid, [name]: value })),
      mutated(Buffer.from(text)).map(bytes => Buffer.from(bytes).toString()),
    );
    const decode = (content: string) =>
      decodeResponse(
        { kind: 'response', status: 200, header: () => undefined, body: { text: content } },
        operation,
        decoder,
      );
    expect(shape.parse(decode(text))).toEqual(decode(text));
    fc.assert(
      fc.property(body, content => {
        try {
          shape.parse(decode(content));
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedResponse);
        }
      }),
      { numRuns: 300 },
    );
  },
);

it('any body of a refusal is an error of one class, without control characters', async () => {
  const platform = await startLoopbackPlatform();
  const client = createClient({ baseUrl: platform.url, credential: testKey, maxRetries: 0 });
  onTestFinished(() => client.close());
  const message = fc.record({
    error: fc.record({ code: fc.string(), message: fc.string({ unit: 'binary' }) }),
  });
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    message.map(value => Buffer.from(JSON.stringify(value))),
  );
  const status = fc.constantFrom(302, 400, 401, 403, 404, 409, 422, 429, 500, 503);
  await fc.assert(
    fc.asyncProperty(status, body, async (code, content) => {
      platform.reply(raw(code, Buffer.from(content), { 'content-type': 'application/json' }));
      const outcome = await client.webhooks.update('wh_1', { url: 'https://b.example/' }).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(outcome).toBeInstanceOf(PlatformError);
      expect(String(outcome)).not.toMatch(/\p{Cc}/u);
    }),
  );
});
