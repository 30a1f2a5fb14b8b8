import { Fn, TerraformOutput } from 'cdktf';
import { ApiKey, DataSvcTenants, EventType, WebhookEndpoint } from 'cdktf-provider-svc';
import { expect, it } from 'vitest';
import { aStack, expression, synthesized } from './synthesis';

/** `test/cdktf/importing.test.ts` imports. All else that cdktf users expect of a resource is in cdktf's own class. */
it('every attribute is a reference that another construct can use', () => {
  const { stack, secret } = aStack();
  const alerts = new WebhookEndpoint(stack, 'alerts', {
    url: 'https://hooks.example.com/alerts',
    events: [EventType.ALERT_CREATED],
    secret,
  });
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
  expect(JSON.parse(synthesized(stack)).output).toEqual({
    id: { value: expression(`${address}.id`) },
    createdAt: { value: expression(`${address}.created_at`) },
    events: { value: expression(`element(tolist(${address}.events), 0)`) },
    tenant: { value: expression('data.svc_tenants.tenants.tenants[0].id') },
    secret: { value: expression(`${address}.secret`), sensitive: true },
  });
});
