import { Fn, TerraformCount, TerraformIterator, TerraformOutput, type TerraformStack } from 'cdktf';
import {
  ApiKey,
  DataSvcTenants,
  EventType,
  SvcProvider,
  WebhookEndpoint,
  type WebhookEndpointConfig,
} from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aStack, expression, synthesized } from './synthesis';

const url = 'https://hooks.example.com/alerts';
const events = [EventType.ALERT_CREATED];

const synthesis = z.object({
  resource: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).optional(),
  import: z.unknown().optional(),
  moved: z.unknown().optional(),
  output: z.unknown().optional(),
});

const parsed = (stack: TerraformStack) => synthesis.parse(JSON.parse(synthesized(stack)));
const endpointsOf = (stack: TerraformStack) => parsed(stack).resource?.['svc_webhook_endpoint'];

/** A stack, and a way to declare an endpoint in it. */
function given() {
  const { stack, secret } = aStack();
  const endpoint = (id = 'alerts', config: Partial<WebhookEndpointConfig> = {}) =>
    new WebhookEndpoint(stack, id, { url, events, secret, ...config });
  return { stack, endpoint };
}

describe('the constructs keep what cdktf users expect of a generated resource', () => {
  it('every attribute is a reference that another construct can use', () => {
    const { stack, endpoint } = given();
    const alerts = endpoint();
    const values = {
      id: alerts.id,
      createdAt: alerts.createdAt,
      events: Fn.element(alerts.events, 0),
      tenant: new DataSvcTenants(stack, 'tenants').tenants.get(0).id,
    };
    for (const [name, value] of Object.entries(values)) new TerraformOutput(stack, name, { value });
    new TerraformOutput(stack, 'secret', { value: alerts.secret, sensitive: true });
    new ApiKey(stack, 'key', { name: 'key', tenantId: values.tenant, scopes: ['alerts:read'] });
    const address = 'svc_webhook_endpoint.alerts';
    expect(parsed(stack).output).toEqual({
      id: { value: expression(`${address}.id`) },
      createdAt: { value: expression(`${address}.created_at`) },
      events: { value: expression(`element(tolist(${address}.events), 0)`) },
      tenant: { value: expression('data.svc_tenants.tenants.tenants[0].id') },
      secret: { value: expression(`${address}.secret`), sensitive: true },
    });
  });

  it('lifecycle, dependencies, provisioners, connection, provider, count and for_each are written', () => {
    const { stack, endpoint } = given();
    const first = endpoint('first');
    endpoint('alerts', {
      provider: new SvcProvider(stack, 'second', { alias: 'second' }),
      dependsOn: [first],
      lifecycle: { preventDestroy: true, ignoreChanges: ['events'], replaceTriggeredBy: [first] },
      provisioners: [{ type: 'local-exec', command: 'true' }],
      connection: { type: 'ssh', host: 'example.com' },
    });
    const count = TerraformCount.of(2);
    endpoint('counted', { url: `${url}/${count.index}`, count });
    const forEach = TerraformIterator.fromList(['a', 'b']);
    endpoint('each', { url: `${url}/${forEach.value}`, forEach });
    expect(endpointsOf(stack)).toMatchObject({
      alerts: {
        provider: 'svc.second',
        depends_on: ['svc_webhook_endpoint.first'],
        lifecycle: {
          prevent_destroy: true,
          ignore_changes: ['events'],
          replace_triggered_by: [expression('svc_webhook_endpoint.first')],
        },
        provisioner: [{ 'local-exec': { command: 'true' } }],
        connection: { type: 'ssh', host: 'example.com' },
      },
      counted: { count: 2, url: `${url}/\${count.index}` },
      each: { for_each: expression('toset(["a", "b"])'), url: `${url}/\${each.value}` },
    });
  });

  it('a resource can be imported, and can move', () => {
    const { stack, endpoint } = given();
    endpoint('imported').importFrom('wh_1');
    WebhookEndpoint.generateConfigForImport(stack, 'generated', 'wh_2');
    endpoint('new').addMoveTarget('target');
    endpoint('old').moveTo('target');
    endpoint('same').moveFromId('svc_webhook_endpoint.former');
    expect(parsed(stack)).toMatchObject({
      import: [
        { id: 'wh_1', to: 'svc_webhook_endpoint.imported' },
        { id: 'wh_2', to: 'svc_webhook_endpoint.generated' },
      ],
      moved: [
        { from: 'svc_webhook_endpoint.old', to: 'svc_webhook_endpoint.new' },
        { from: 'svc_webhook_endpoint.former', to: 'svc_webhook_endpoint.same' },
      ],
    });
    expect(Object.keys(endpointsOf(stack) ?? {})).toEqual(['imported', 'new', 'same']);
  });
});
