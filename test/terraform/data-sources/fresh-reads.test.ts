import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

/** A script that changes the platform as Terraform walks, by the sandbox's controls. */
function script(method: string, path: string, body: object): string {
  const program = [
    `fetch(process.env.SVC_BASE_URL + '/_sandbox/${path}', {`,
    `method: '${method}',`,
    "headers: { authorization: 'Bearer ' + process.env.SVC_API_KEY },",
    `body: '${JSON.stringify(body)}'`,
    '}).then(answer => process.exit(answer.ok ? 0 : 1))',
  ].join(' ');
  const command = `'${process.execPath}' -e ${JSON.stringify(program)}`;
  return `provisioner "local-exec" {\n  command = ${JSON.stringify(command)}\n}\n`;
}

const url = 'https://a.example/hook';

it('a data source that depends on a script reads the changes of the script', async () => {
  const s = await scenario();
  const { endpoint, key } = await s.behindTheBack(async api => ({
    endpoint: await api.webhooks.create({ url, events: ['alert.created'], secret: 'not-to-be-seen' }),
    key: await api.apiKeys.issue({ name: 'before', tenant_id: 'ten_acme', scopes: ['alerts:read'] }),
  }));
  const { state } = await s.apply(`
resource "terraform_data" "script" {
  ${script('PATCH', `webhooks/${endpoint.id}`, { events: ['incident.created'] })}
  ${script('PATCH', `api_keys/${key.id}`, { name: 'after' })}
}
data "svc_webhook_endpoint" "one" {
  id         = "${endpoint.id}"
  depends_on = [terraform_data.script]
}
data "svc_webhook_endpoints" "all" {
  depends_on = [terraform_data.script]
}
data "svc_api_keys" "all" {
  depends_on = [terraform_data.script]
}
output "one" {
  value = data.svc_webhook_endpoint.one.events
}
output "all" {
  value = data.svc_webhook_endpoints.all.endpoints[*].events
}
output "keys" {
  value = data.svc_api_keys.all.api_keys[*].name
}
`);
  expect(state.outputs['one']?.value).toEqual(['incident.created']);
  expect(state.outputs['all']?.value).toEqual([['incident.created']]);
  expect(state.outputs['keys']?.value).toEqual(['after']);
});

it('a data source reads objects that its configuration has just created, also if lists are late', async () => {
  const s = await scenario();
  s.platform.controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'hide', lists: 1 } });
  const { state } = await s.apply(`
resource "svc_webhook_endpoint" "own" {
  url    = "${url}"
  events = ["alert.created"]
  secret = "a-made-up-secret"
}
data "svc_webhook_endpoints" "all" {
  depends_on = [svc_webhook_endpoint.own]
}
output "all" {
  value = data.svc_webhook_endpoints.all.endpoints[*].url
}
`);
  expect(state.outputs['all']?.value).toEqual([url]);
});
