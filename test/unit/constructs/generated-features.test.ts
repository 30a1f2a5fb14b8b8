import './cdktf-matchers';
import { Fn, TerraformCount, TerraformIterator, TerraformOutput, TerraformStack, Testing } from 'cdktf';
import {
  ApiKey,
  DataSvcTenants,
  DataSvcWebhookEndpoint,
  EventType,
  SvcProvider,
  WebhookEndpoint,
} from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aStack, expression, synthesized } from './synthesis';

const url = 'https://hooks.example.com/alerts';
const events = [EventType.ALERT_CREATED];

const synthesis = z.object({
  resource: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).optional(),
  provider: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  import: z.unknown().optional(),
  moved: z.unknown().optional(),
  output: z.unknown().optional(),
});

function parsed(stack: TerraformStack): z.infer<typeof synthesis> {
  return synthesis.parse(JSON.parse(synthesized(stack)));
}

function endpointOf(stack: TerraformStack, name = 'alerts'): Record<string, unknown> | undefined {
  return parsed(stack).resource?.['svc_webhook_endpoint']?.[name];
}

describe('the constructs keep what cdktf users expect of a generated resource', () => {
  it('the testing matchers know them by class', () => {
    const { stack, secret } = aStack();
    new WebhookEndpoint(stack, 'alerts', { url, events, secret });
    new DataSvcTenants(stack, 'tenants');
    expect(synthesized(stack)).toHaveResourceWithProperties(WebhookEndpoint, {
      url,
      secret: expression('var.signing_secret'),
    });
    expect(synthesized(stack)).not.toHaveResource(ApiKey);
    expect(synthesized(stack)).toHaveDataSource(DataSvcTenants);
    expect(synthesized(stack)).toHaveProviderWithProperties(SvcProvider, {});
  });

  it('every attribute is a reference that another construct can use', () => {
    const { stack, secret } = aStack();
    const alerts = new WebhookEndpoint(stack, 'alerts', { url, events, secret });
    for (const name of ['id', 'url', 'status', 'createdAt', 'onDegraded', 'secret'] as const) {
      new TerraformOutput(stack, name, {
        value: alerts[name],
        ...(name === 'secret' && { sensitive: true }),
      });
    }
    new TerraformOutput(stack, 'events', { value: Fn.element(alerts.events, 0) });
    expect(parsed(stack).output).toEqual({
      id: { value: expression('svc_webhook_endpoint.alerts.id') },
      url: { value: expression('svc_webhook_endpoint.alerts.url') },
      status: { value: expression('svc_webhook_endpoint.alerts.status') },
      createdAt: { value: expression('svc_webhook_endpoint.alerts.created_at') },
      onDegraded: { value: expression('svc_webhook_endpoint.alerts.on_degraded') },
      secret: { value: expression('svc_webhook_endpoint.alerts.secret'), sensitive: true },
      events: { value: expression('element(tolist(svc_webhook_endpoint.alerts.events), 0)') },
    });
  });

  it('a reference to a nested attribute of a data source can be a tenant', () => {
    const { stack } = aStack();
    const tenants = new DataSvcTenants(stack, 'tenants');
    new ApiKey(stack, 'key', { name: 'key', tenantId: tenants.tenants.get(0).id, scopes: ['alerts:read'] });
    expect(parsed(stack).resource?.['svc_api_key']?.['key']).toMatchObject({
      tenant_id: expression('data.svc_tenants.tenants.tenants[0].id'),
    });
  });

  it('lifecycle, dependencies, provisioners, connection and provider are written', () => {
    const { stack, secret } = aStack();
    const provider = new SvcProvider(stack, 'second', { alias: 'second' });
    const first = new WebhookEndpoint(stack, 'first', { url, events, secret });
    new WebhookEndpoint(stack, 'alerts', {
      url,
      events,
      secret,
      provider,
      dependsOn: [first],
      lifecycle: { preventDestroy: true, ignoreChanges: ['events'], replaceTriggeredBy: [first] },
      provisioners: [{ type: 'local-exec', command: 'true' }],
      connection: { type: 'ssh', host: 'example.com' },
    });
    expect(endpointOf(stack)).toMatchObject({
      provider: 'svc.second',
      depends_on: ['svc_webhook_endpoint.first'],
      lifecycle: {
        prevent_destroy: true,
        ignore_changes: ['events'],
        replace_triggered_by: [expression('svc_webhook_endpoint.first')],
      },
      provisioner: [{ 'local-exec': { command: 'true' } }],
      connection: { type: 'ssh', host: 'example.com' },
    });
  });

  it('count makes several, and its index can be part of an attribute', () => {
    const { stack, secret } = aStack();
    const count = TerraformCount.of(2);
    new WebhookEndpoint(stack, 'alerts', { url: `${url}/${count.index}`, events, secret, count });
    expect(endpointOf(stack)).toMatchObject({ count: 2, url: `${url}/\${count.index}` });
  });

  it('forEach makes one for each element', () => {
    const { stack, secret } = aStack();
    const forEach = TerraformIterator.fromList(['a', 'b']);
    new WebhookEndpoint(stack, 'alerts', { url: `${url}/${forEach.value}`, events, secret, forEach });
    expect(endpointOf(stack)).toMatchObject({
      for_each: expression('toset(["a", "b"])'),
      url: `${url}/\${each.value}`,
    });
  });

  it('an override goes beyond the typed properties', () => {
    const { stack, secret } = aStack();
    const alerts = new WebhookEndpoint(stack, 'alerts', { url, events, secret });
    alerts.addOverride('lifecycle.create_before_destroy', true);
    alerts.overrideLogicalId('renamed');
    expect(endpointOf(stack, 'renamed')).toMatchObject({ lifecycle: { create_before_destroy: true } });
  });

  it('an object that exists can be imported', () => {
    const { stack, secret } = aStack();
    new WebhookEndpoint(stack, 'alerts', { url, events, secret }).importFrom('wh_1');
    expect(parsed(stack).import).toEqual([{ id: 'wh_1', to: 'svc_webhook_endpoint.alerts' }]);
    const { stack: other } = aStack();
    WebhookEndpoint.generateConfigForImport(other, 'alerts', 'wh_1');
    expect(parsed(other).import).toEqual([{ id: 'wh_1', to: 'svc_webhook_endpoint.alerts' }]);
  });

  it('a resource can move to another name', () => {
    const { stack, secret } = aStack();
    new WebhookEndpoint(stack, 'new', { url, events, secret }).addMoveTarget('target');
    new WebhookEndpoint(stack, 'old', { url, events, secret }).moveTo('target');
    expect(parsed(stack).moved).toEqual([
      { from: 'svc_webhook_endpoint.old', to: 'svc_webhook_endpoint.new' },
    ]);
    expect(endpointOf(stack, 'old')).toBeUndefined();
  });

  it('a resource can move by id', () => {
    const { stack, secret } = aStack();
    new WebhookEndpoint(stack, 'alerts', { url, events, secret }).moveFromId('svc_webhook_endpoint.former');
    expect(parsed(stack).moved).toEqual([
      { from: 'svc_webhook_endpoint.former', to: 'svc_webhook_endpoint.alerts' },
    ]);
  });

  it('an attribute of another stack becomes a reference to its state', () => {
    const app = Testing.app();
    const [from, to] = [new TerraformStack(app, 'from'), new TerraformStack(app, 'to')];
    for (const stack of [from, to]) new SvcProvider(stack, 'svc');
    const known = new DataSvcWebhookEndpoint(from, 'known', { id: 'wh_1' });
    new WebhookEndpoint(to, 'alerts', { url: known.url, events, secret: known.status });
    for (const stack of [from, to]) stack.prepareStack();
    expect(endpointOf(to)).toMatchObject({
      url: expect.stringMatching(/^\$\{data\.terraform_remote_state\..*\.outputs\./),
    });
  });

  it('HCL output has the same attributes', () => {
    const { stack, secret } = aStack();
    new WebhookEndpoint(stack, 'alerts', { url, events, secret });
    expect(Testing.synthHcl(stack, true)).toMatch(
      /resource "svc_webhook_endpoint" "alerts" \{[^}]*var\.signing_secret/,
    );
  });
});
