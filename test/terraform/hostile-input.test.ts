import { expect, it } from 'vitest';
import { scenario } from '../harness/scenario';
import { endpoint, key } from './blocks';

/** Templates, quotes, every kind of letter, turned direction, and a character beyond the basic plane. */
const text = `\${path.module} %{ if true }x%{ endif } "q" \\b <&> ünï 漢字 \u202eאב\u202c 🙂 '$(id)`;

it('text that looks like code, and letters of all scripts, arrive unchanged, and sign a body', async () => {
  const s = await scenario();
  const url = "https://receiver.example/?a=$(b)&c='d'&e=%20%22&f=%F0%9F%99%82";
  const secret = `first\nsecond\t\u001b[31m ${text}`;
  const resource = {
    svc_webhook_endpoint: { a: { url, events: ['alert.created'], secret } },
    svc_api_key: { a: { name: text, tenant_id: 'ten_acme', scopes: ['alerts:read'] } },
  };
  // In JSON, only the marks of templates need doubling.
  const escaped = JSON.stringify({ resource }).replace(/[$%]\{/g, mark => `${mark[0]}${mark}`);
  await s.workspace.write('hostile.tf.json', escaped);
  const delivery = 'svc_webhook_endpoint.a.secret, "a body"';
  const verified = `verify_webhook_signature(${delivery}, provider::svc::webhook_signature(${delivery}))`;
  await s.configure(`output "is_genuine" {\n  value = nonsensitive(provider::svc::${verified})\n}\n`);
  const { state } = await s.apply();
  expect(state.outputs['is_genuine']?.value).toBe(true);
  const { webhooks, apiKeys } = s.platform.controls;
  const [endpoint] = webhooks.all();
  expect(endpoint?.url).toBe(url);
  expect(webhooks.stored(String(endpoint?.id))?.secret).toBe(secret);
  expect(apiKeys.all().map(({ name }) => name)).toEqual([text]);
});

it('a map with the key __proto__ is refused with a reason, and is no bug of the provider', async () => {
  const s = await scenario();
  const triggers = 'rotation = { overlap_days = 1, triggers = { __proto__ = "1" } }';
  const failed = await s.expectError(key('a', { more: triggers }), /must not have the key\s+"__proto__"/);
  expect(failed.message).not.toContain('bug of the provider');
});

const unset = `variable "unset" {
  type    = any
  default = null
}
`;
const fresh = `resource "terraform_data" "empty" {
  input = ""
}
`;
const [hook, held] = [endpoint('a'), key('a')];
const late = hook.replace(/events .*/, 'events = terraform_data.empty.output == "" ? null : ["a.b"]');
const rotation = 'rotation = { after_days = 9, overlap_days = var.unset }';

it.each([
  ['overlap of a key that exists', held, 'rotation.overlap_days', [key('a', { more: rotation })]],
  ['events, known to the apply alone', hook, 'events', [fresh, late]],
])('a null for the %s is refused before a request', async (_, before, place, blocks) => {
  const s = await scenario();
  await s.plantSecret('signing');
  await s.startFrom(before);
  const { requests } = s.platform.controls;
  requests.clear();
  const saying = new RegExp(`\`${place}\` is\\s+required,\\s+and\\s+it\\s+is\\s+null`);
  const failed = await s.expectError([unset, ...blocks].join(''), saying);
  expect(failed.message).not.toContain('bug of the provider');
  const isRead = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && !path.endsWith('/');
  expect(requests.all().filter(request => !isRead(request))).toEqual([]);
});
