import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scenario } from '../harness/scenario';

const endpoints = (count: number) =>
  `resource "svc_webhook_endpoint" "many" {\n  count = ${count}\n  url = "https://a.example/\${count.index}"\n  events = ["alert.created"]\n  secret = "the-signing-secret-of-\${count.index}"\n}\n`;

describe('an error of the provider is reported once', () => {
  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['a missing key', { SVC_API_KEY: '' }, /Exactly one credential is needed.*SVC_API_KEY/s],
    ['a missing address', { SVC_BASE_URL: '' }, /Missing base_url.*SVC_BASE_URL/s],
    ['a malformed key', { SVC_API_KEY: 'svc_live_tooshort' }, /Malformed API key/],
    ['an unknown key', { SVC_API_KEY: `svc_test_${'x'.repeat(32)}` }, /API key not accepted.*401/s],
    [
      'plain http to another machine',
      { SVC_BASE_URL: 'http://api.example.com' },
      /Invalid platform address.*https/s,
    ],
    ['no URL', { SVC_BASE_URL: 'api' }, /Invalid platform address/],
    [
      'a password in the URL',
      { SVC_BASE_URL: 'https://me:planted@api.example.com' },
      /user name or password/,
    ],
    // Port 9 of this machine: nobody listens there.
    [
      'an unreachable platform',
      { SVC_BASE_URL: 'http://127.0.0.1:9' },
      /Platform is unreachable.*127\.0\.0\.1:9.*ECONNREFUSED/s,
    ],
  ])('%s', async (_, environment, saying) => {
    const s = await scenario({ environment, provider: 'max_retries = 0' });
    const failed = await s.expectError(endpoints(5), saying);
    expect(failed.errors).toHaveLength(1);
    expect(JSON.stringify(failed.errors)).not.toMatch(/planted|tooshort|x{32}/);
  });
});

it('a platform that becomes unreachable between two applies is reported once, and the state is kept', async () => {
  const s = await scenario({ provider: 'max_retries = 0\nbase_url = var.address', sandbox: {} });
  const variable = 'variable "address" {\n  type = string\n}\n';
  const { state } = await s.apply(variable + endpoints(3), { variables: { address: s.platform.url } });
  const failed = await s.expectError(variable + endpoints(3), /Platform is unreachable/, {
    variables: { address: 'http://127.0.0.1:9' },
  });
  expect(failed.errors).toHaveLength(1);
  expect((await s.state()).resources).toEqual(state.resources);
});

it('a wrong path in the address, and a web page, are said to be no API, and nothing is dropped from the state', async () => {
  const page = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<html></html>'),
  );
  await new Promise<void>(listening => page.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void page.close());
  const bound = page.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const s = await scenario({ provider: 'max_retries = 0\nbase_url = var.address' });
  const variable = 'variable "address" {\n  type = string\n}\n';
  const { state } = await s.apply(variable + endpoints(3), { variables: { address: s.platform.url } });
  for (const address of [`${s.platform.url}/v1`, `${s.platform.url}/typo`, `http://127.0.0.1:${port}`]) {
    const options = { variables: { address } };
    const failed = await s.expectError(variable + endpoints(3), /No API at GET \S+\/v1\/tenants/, options);
    expect(failed.message).toMatch(/base_url is the address without \/v1/);
    expect(failed.message).not.toMatch(/deleted/);
    expect(failed.errors).toHaveLength(1);
    expect((await s.state()).resources).toEqual(state.resources);
  }
});

it('the error for a missing scope names it, and nothing is removed from the state', async () => {
  const s = await scenario({ provider: 'api_key = var.given' });
  const variable = 'variable "given" {\n  type = string\n  sensitive = true\n}\n';
  const { state } = await s.apply(variable + endpoints(1), { variables: { given: s.platform.key } });
  const { key } = await s.behindTheBack(api =>
    api.apiKeys.issue({ name: 'n', tenant_id: 'ten_acme', scopes: ['tenants:read'] }),
  );
  await s.expectError(variable + endpoints(1), /API key lacks permission.*webhooks:manage/s, {
    variables: { given: key },
  });
  expect((await s.state()).resources).toEqual(state.resources);
});

it('no source line with a literal key is printed', async () => {
  const planted = 'svc_live_planted-and-malformed';
  const s = await scenario({ provider: `api_key = "${planted}"` });
  const failed = await s.expectError(endpoints(1), /Malformed API key/);
  expect(failed.errors).toHaveLength(1);
  expect(failed.errors[0]?.snippet?.code ?? '').not.toContain(planted);
});

it('a redirect never sends the key to another origin', async () => {
  const s = await scenario({ provider: 'max_retries = 0' });
  const elsewhere = await scenario();
  const location = `${elsewhere.platform.url}/v1/tenants`;
  s.platform.controls.faults.add({
    times: Number.POSITIVE_INFINITY,
    effect: { kind: 'status', status: 307, headers: { location } },
  });
  const failed = await s.expectError(endpoints(1), /Platform answered with redirect.*127\.0\.0\.1/s);
  expect(failed.errors).toHaveLength(1);
  expect(elsewhere.platform.controls.requests.count()).toBe(0);
});

it('a platform with an unknown address is planned without a refresh, and a warning says so', async () => {
  const s = await scenario({ provider: 'base_url = terraform_data.address.output' });
  const address = (input: string) => `resource "terraform_data" "address" {\n  input = "${input}"\n}\n`;
  const { plan } = await s.planAndApply(address(s.platform.url) + endpoints(2));
  expect(plan.actionsOn('svc_webhook_endpoint.many[0]')).toEqual(['create']);
  const { warnings } = await s.plan(address(`${s.platform.url}/`) + endpoints(2));
  expect(new Set(warnings.map(({ summary }) => summary))).toEqual(new Set(['Objects not read yet']));
});
