import { join } from 'node:path';
import { decode, encode } from '@msgpack/msgpack';
import { expect, onTestFinished, test } from 'vitest';
import { svc } from '../../src/provider';
import { startSandbox } from '../../src/sandbox';
import { ForeignClient } from './foreign-client';
import { startPlugin } from './plugin-process';

const program = join(__dirname, '..', '..', 'dist', 'provider', 'provider.cjs');
const service = 'tfplugin6.Provider';
const valuesOf = (attributes: object, given: object) => ({
  msgpack: encode({ ...Object.fromEntries(Object.keys(attributes).map(name => [name, null])), ...given }),
});

/** The built provider, configured for a sandbox with so many endpoints, as `terraform query` starts it. */
async function configured(size: number) {
  const webhooks = Array.from({ length: size }, (_, index) => ({
    url: `https://h.example.com/${index}`,
    events: ['alert.created'],
    secret: 'planted-secret',
  }));
  const sandbox = await startSandbox({ seed: { webhooks } });
  onTestFinished(() => sandbox.close());
  const plugin = await startPlugin(program);
  const client = new ForeignClient(plugin);
  onTestFinished(() => client.close());
  const config = valuesOf(svc.attributes, { base_url: sandbox.url, api_key: sandbox.key });
  const request = { terraform_version: '1.15.9', config };
  expect(await client.call(service, 'ConfigureProvider', request)).toEqual({ value: { diagnostics: [] } });
  return { client, requests: sandbox.controls.requests };
}

const request = (limit: number) => ({
  type_name: 'svc_webhook_endpoint',
  config: valuesOf({ event: null, status: null, url_prefix: null }, {}),
  include_resource_object: true,
  limit,
});

test('the built provider streams 5,000 objects, with one request for each hundred and without a secret', async () => {
  const { client, requests } = await configured(5000);
  requests.clear();
  const ids = new Set<unknown>();
  for await (const { identity, resource_object: object, diagnostic } of client.stream(
    service,
    'ListResource',
    request(10_000),
  )) {
    const { id } = Object(decode(identity.identity_data.msgpack));
    expect([diagnostic, decode(object.msgpack)]).toEqual([[], expect.objectContaining({ id, secret: null })]);
    ids.add(id);
  }
  expect([ids.size, requests.count()]).toEqual([5000, 50]);
});
