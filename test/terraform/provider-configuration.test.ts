import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { pathOf } from '../harness/operations';
import { scenario } from '../harness/scenario';
import { listening } from '../harness/servers/listening';

const endpoints = (count: number) =>
  `resource "svc_webhook_endpoint" "many" {\n  count = ${count}\n  url = "https://a.example/\${count.index}"\n  events = ["alert.created"]\n  secret = "the-signing-secret-of-\${count.index}"\n}\n`;

/** A web page where an API was expected. */
async function webPage(): Promise<string> {
  const page = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<html></html>'),
  );
  return `http://127.0.0.1:${await listening(page)}`;
}

it('an address or a key that ceases to work is one error for all objects, a missing scope one for each; the state is kept', async () => {
  const s = await scenario({ provider: 'max_retries = 0\nbase_url = var.address\napi_key = var.given' });
  const variables = 'variable "address" {}\nvariable "given" {\n  sensitive = true\n}\n';
  const [address, given] = [s.platform.url, s.platform.key];
  await s.startFrom(variables + endpoints(3), { variables: { address, given } });
  const { resources } = await s.state();
  const { key: narrow } = await s.behindTheBack(api =>
    api.apiKeys.create({ name: 'n', tenant_id: 'ten_acme', scopes: ['tenants:read'] }),
  );
  const path = pathOf('tenants.list');
  const version = `/${path.split('/')[1]}`;
  const noApi = new RegExp(`No API at GET \\S+${path}.*base_url is the address without ${version}`, 's');
  const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp, errors?: number])[] = [
    // Nobody listens at port 9 of this machine.
    [{ address: 'http://127.0.0.1:9' }, /Platform is unreachable.*127\.0\.0\.1:9.*ECONNREFUSED/s],
    [{ address: `${address}${version}` }, noApi],
    [{ address: await webPage() }, noApi],
    [{ given: `svc_test_${'x'.repeat(32)}` }, /API key not accepted.*401/s],
    [{ given: narrow }, /API key lacks permission.*webhooks:manage/s, 3],
  ];
  for (const [changed, saying, errors = 1] of cases) {
    const options = { variables: { address, given, ...changed } };
    const failed = await s.expectError(variables + endpoints(3), saying, options);
    expect(failed.errors).toHaveLength(errors);
    expect(failed.message).not.toMatch(/deleted|x{32}/);
  }
  expect((await s.state()).resources).toEqual(resources);
});
