import { type TerraformStack, TerraformVariable, Token } from 'cdktf';
import {
  ApiKey,
  type ApiKeyConfig,
  EphemeralVariable,
  EventType,
  SvcProvider,
  WebhookEndpoint,
  type WebhookEndpointConfig,
} from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../harness/thrown-by';
import { anEndpoint as endpoint } from './policy-program';
import { aStack, expression, synthesized } from './synthesis';

function key(stack: TerraformStack, config: Partial<ApiKeyConfig>): ApiKey {
  return new ApiKey(stack, 'key', { name: 'key', tenantId: 'ten_1', ...config });
}

const scopes = ['alerts:read'];

/** What a variable that is not set is, in a program whose types nobody checks. */
const unset = undefined as never;

/** Each message, and a program that gets it in a constructor or a setter. */
const refused: Record<string, (stack: TerraformStack) => unknown> = {
  'svc_webhook_endpoint.url: The URL must use https. Plain http is accepted only': stack =>
    endpoint(stack, { url: 'http://x.example/planted-token' }),
  'svc_webhook_endpoint.url: Programs find different hosts in this address. Write the host after //': stack =>
    endpoint(stack, { url: 'https://0x7f.1/' }),
  'svc_webhook_endpoint.events: The list is empty. Name at least one, such as "alert.created".': stack =>
    endpoint(stack, { events: [] }),
  'events: Entry 2 of 2 is undefined. Give a name, or remove the entry.': stack =>
    endpoint(stack, { events: ['alert.created', unset] }),
  'events: Entry 2 of 2 is undefined': stack => {
    endpoint(stack, {}).events = ['alert.created', unset];
  },
  'events: Entry 1 of 1 is an empty text': stack => endpoint(stack, { events: [''] }),
  'svc_webhook_endpoint.events: "nonsense" has not the form of a name such as "alert.created". Known are: alert.created,':
    stack => endpoint(stack, { events: ['nonsense'] }),
  'svc_api_key.scopes: Entry 2 of 2 is a whole list. Give Fn.concat([[…], list]) instead.': stack =>
    key(stack, { scopes: ['alerts:read', ...Token.asList(expression('var.scopes'))] }),
  'svc_api_key.scopes: "alert.created" has not the form of a name such as "tenants:read". ': stack =>
    key(stack, { scopes: [EventType.ALERT_CREATED] }),
  'svc.unavailable_operations: Entry 1 of 1 is undefined': stack =>
    provider(stack, { unavailableOperations: [unset] }),
  'on_degraded: "replac" is not a valid choice. Did you mean "replace"? Give one of "warn", "replace", "ignore".':
    stack => endpoint(stack, { onDegraded: 'replac' }),
  'unavailable_operations: "webhooks.create" is not a valid choice. Did you mean "webhooks.': stack =>
    provider(stack, { unavailableOperations: ['webhooks.update', 'webhooks.create'] }),
  'secret_wo_version: -1 is not valid. Give a whole number from 0 to': stack =>
    writeOnly(stack, { secretWoVersion: -1 }),
  'svc_api_key.tenant_id: The text is empty. Give one.': stack => key(stack, { tenantId: '', scopes }),
  'svc_api_key.rotation.after_days: 0 is not valid. Give a whole number from 1 to 3650.': stack =>
    key(stack, { scopes, rotation: { afterDays: 0, overlapDays: 1 } }),
  'rotation.overlap_days: 3651 is not valid': stack =>
    key(stack, { scopes }).putRotation({ overlapDays: 3651, triggers: { a: '1' } }),
  'svc_api_key.rotation.overlap_days: The value is missing. It is required.': stack =>
    key(stack, { scopes, rotation: { afterDays: 30 } as never }),
  'svc_api_key.rotation: There is no member "after_days". Did you mean "afterDays"? Give an object with the members afterDays, overlapDays, triggers.':
    stack => key(stack, { scopes, rotation: { after_days: 30, overlapDays: 1 } as never }),
  'svc_api_key.rotation: This is no object. Give an object with the members afterDays, overlapDays,': stack =>
    key(stack, { scopes, rotation: [{ afterDays: 30, overlapDays: 1 }] as never }),
  'svc.base_url: The URL must use https': stack => provider(stack, { baseUrl: 'http://x.example' }),
  'svc.oauth.auth_url: The URL must use https': stack =>
    provider(stack, { oauth: { authUrl: 'http://x.example' } }),
  'svc.base_url: The address has a query': stack => provider(stack, { baseUrl: 'https://x.example/?a=1' }),
  'request_timeout: 10000000000 is not valid': stack => provider(stack, { requestTimeout: 1e10 }),
  'svc.source: The value is not the address of a provider. Give a plain text such as registry.example.com/svc/svc,':
    stack => provider(stack, { source: 'https://registry.example.com/svc/svc' }),
  'source: The value is not the address': stack =>
    provider(stack, { source: new TerraformVariable(stack, 'host', {}).stringValue }),
};

function writeOnly(stack: TerraformStack, config: Partial<WebhookEndpointConfig>): WebhookEndpoint {
  new EphemeralVariable(stack, 'secret');
  return new WebhookEndpoint(stack, 'write-only', {
    url: 'https://hooks.example.com',
    events: ['alert.created'],
    secretWo: expression('var.secret'),
    ...config,
  });
}

function provider(stack: TerraformStack, config: object): SvcProvider {
  return new SvcProvider(stack, 'other', { alias: 'other', ...config });
}

describe('an error names its place and its solution, at the line of the program', () => {
  it.each(Object.entries(refused))('%s', (message, declare) => {
    const { stack } = aStack();
    const told = thrownBy(() => declare(stack)).message;
    expect(told).toMatch(/^\[stack\/[\w-]+\] svc/);
    expect(told).toContain(message);
    // The path of an address may hold one.
    expect(told).not.toContain('planted-token');
    // Who catches the error synthesizes no block without arguments.
    const { resource = {}, provider } = JSON.parse(synthesized(stack));
    const blocks = Object.values<Record<string, object>>(resource).flatMap(Object.values<object>);
    expect(blocks.filter(block => !('name' in block) && !('url' in block))).toEqual([]);
    expect(provider.svc).toHaveLength(1);
  });

  it('all errors of a construct are reported together', () => {
    const { stack } = aStack();
    const { message } = thrownBy(() => endpoint(stack, { url: 'x', events: [], onDegraded: 'x' }));
    expect(message.split('\n')).toHaveLength(3);
  });
});

const accepted: Record<string, (stack: TerraformStack) => unknown> = {
  'plain http to this machine': stack => endpoint(stack, { url: 'http://localhost:9000/alerts' }),
  'an address with a reference': stack => endpoint(stack, { url: `${expression('var.secret')}/alerts` }),
  'an unknown host and an @': stack => endpoint(stack, { url: `https://${expression('var.host')}@me` }),
  'an event type that no document names': stack => endpoint(stack, { events: ['compliance.triggered'] }),
  'an import without a secret': stack => endpoint(stack, { secret: null as never }).importFrom('wh_1'),
  'an unknown choice': stack => endpoint(stack, { onDegraded: expression('var.secret') }),
  'a write-only secret with its version': stack => writeOnly(stack, { secretWoVersion: 1 }),
  'a rotation that is null, as in JSON': stack => key(stack, { scopes, rotation: null as never }),
  'unknown scopes': stack => key(stack, { scopes: Token.asList(expression('var.scopes')) }),
  'an unrestricted key': stack => key(stack, { unrestricted: true }),
  'an unknown restriction': stack => key(stack, { unrestricted: Token.asAny(expression('var.all')) }),
  'an unknown tenant': stack => key(stack, { tenantId: expression('var.tenant'), scopes }),
};

it.each(Object.entries(accepted))('accepted, for Terraform or the platform to check: %s', (_, declare) => {
  const { stack } = aStack();
  declare(stack);
  expect(synthesized(stack)).toContain('svc_');
});
