import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

/** A script that changes an endpoint as Terraform walks, by the sandbox's controls. */
function script(id: string, body: object): string {
  const program = [
    `fetch(process.env.SVC_BASE_URL + '/_sandbox/webhooks/${id}', {`,
    "method: 'PATCH',",
    "headers: { authorization: 'Bearer ' + process.env.SVC_API_KEY },",
    `body: '${JSON.stringify(body)}'`,
    '}).then(answer => process.exit(answer.ok ? 0 : 1))',
  ].join(' ');
  const command = `'${process.execPath}' -e ${JSON.stringify(program)}`;
  return `provisioner "local-exec" {\n  command = ${JSON.stringify(command)}\n}\n`;
}

it('a data source that depends on a script reads the changes of the script', async () => {
  const s = await scenario();
  const registered = { url: 'https://a.example/hook', events: ['alert.created'], secret: 'not-to-be-seen' };
  const { id } = await s.behindTheBack(api => api.webhooks.create(registered));
  const { state } = await s.apply(`
resource "terraform_data" "script" {
  ${script(id, { events: ['incident.created'] })}
}
data "svc_webhook_endpoint" "one" {
  id         = "${id}"
  depends_on = [terraform_data.script]
}
data "svc_webhook_endpoints" "all" {
  depends_on = [terraform_data.script]
}
output "one" {
  value = data.svc_webhook_endpoint.one.events
}
output "all" {
  value = data.svc_webhook_endpoints.all.endpoints[*].events
}
`);
  expect(state.outputs['one']?.value).toEqual(['incident.created']);
  expect(state.outputs['all']?.value).toEqual([['incident.created']]);
});
