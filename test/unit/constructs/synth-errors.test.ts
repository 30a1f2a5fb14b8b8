import { Lazy, type TerraformStack, TerraformVariable, Token } from 'cdktf';
import {
  ApiKey,
  type ApiKeyConfig,
  EphemeralVariable,
  SvcProvider,
  WebhookEndpoint,
  type WebhookEndpointConfig,
} from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { aStack, expression, refusal, synthesized } from './synthesis';

function endpoint(stack: TerraformStack, config: Partial<WebhookEndpointConfig>): WebhookEndpoint {
  const secret = new TerraformVariable(stack, 'secret', { sensitive: true }).stringValue;
  const url = 'https://hooks.example.com/alerts';
  return new WebhookEndpoint(stack, 'alerts', { url, events: ['alert.created'], secret, ...config });
}

function key(stack: TerraformStack, config: Partial<ApiKeyConfig>): ApiKey {
  return new ApiKey(stack, 'key', { name: 'key', tenantId: 'ten_1', ...config });
}

const scopes = ['alerts:read'];

const refused: [what: string, declare: (stack: TerraformStack) => unknown, message: RegExp][] = [
  [
    'plain HTTP to another host',
    stack => endpoint(stack, { url: 'http://hooks.example.com/x' }),
    /^\[stack\/alerts\] svc_webhook_endpoint\.url: Plain HTTP would be used for the host hooks\.example\.com\. Give/,
  ],
  ['an address that is no URL', stack => endpoint(stack, { url: 'hooks.example.com' }), /\.url: .*not a URL/],
  [
    'another scheme',
    stack => endpoint(stack, { url: 'ftp://hooks.example.com' }),
    /scheme ftp: is not HTTPS/,
  ],
  [
    'a host that only begins like loopback',
    stack => endpoint(stack, { url: 'http://127.0.0.1.example.com' }),
    /Plain/,
  ],
  [
    'credentials in a URL',
    stack => endpoint(stack, { url: 'https://u:planted@x.example' }),
    /without them\.$/,
  ],
  ['no events', stack => endpoint(stack, { events: [] }), /\.events: The list is empty\. Name at least one/],
  [
    'an empty lazy list of events',
    stack => endpoint(stack, { events: Lazy.listValue({ produce: () => [] }) }),
    /\[stack\/alerts\] svc_webhook_endpoint\.events: The list is empty\./,
  ],
  [
    'a choice that does not exist',
    stack => endpoint(stack, { onDegraded: 'replce' }),
    /\.on_degraded: "replce" is not a valid choice\. Give one of "warn", "replace", "ignore"\.$/,
  ],
  [
    'an operation that the platform always offers',
    stack => new SvcProvider(stack, 'other', { alias: 'o', unavailableOperations: ['webhooks.create'] }),
    /unavailable_operations: "webhooks\.create" is not an operation that the platform may lack\. Possible values: .*webhooks\.update/,
  ],
  [
    'an operation that does not exist, given late',
    stack =>
      new SvcProvider(stack, 'other', {
        alias: 'o',
        unavailableOperations: Lazy.listValue({ produce: () => ['webhooks.udpate'] }),
      }),
    /unavailable_operations: "webhooks\.udpate" is not/,
  ],
  [
    'no signing secret',
    stack => endpoint(stack, {}).resetSecret(),
    /\.secret: The endpoint has no signing secret/,
  ],
  [
    'a write-only secret without a version',
    stack => writeOnly(stack, {}),
    /svc_webhook_endpoint\.secret_wo_version: /,
  ],
  [
    'two signing secrets',
    stack => endpoint(stack, { secretWo: expression('var.secret'), secretWoVersion: 1 }),
    /two signing/,
  ],
  [
    'a negative version',
    stack => writeOnly(stack, { secretWoVersion: -1 }),
    /secret_wo_version: -1 is too small/,
  ],
  [
    'a malformed tenant',
    stack => key(stack, { tenantId: 'tenant-1', scopes }),
    /^\[stack\/key\] svc_api_key\.tenant_id: /,
  ],
  ['a tenant without an id', stack => key(stack, { tenantId: 'ten_', scopes }), /starts with "ten_"/],
  [
    'a key without scopes',
    stack => key(stack, {}),
    /\[stack\/key\] svc_api_key\.scopes: No scopes are given/,
  ],
  [
    'a key that loses its scopes afterwards',
    stack => key(stack, { scopes }).resetScopes(),
    /No scopes are given/,
  ],
  ['a key with an empty list of scopes', stack => key(stack, { scopes: [] }), /set unrestricted to true/],
  [
    'a key that says it is restricted, without scopes',
    stack => key(stack, { unrestricted: false }),
    /No scopes/,
  ],
  [
    'a key with scopes that is unrestricted',
    stack => key(stack, { scopes, unrestricted: true }),
    /\.unrestricted: /,
  ],
  [
    'a rotation after 0 days',
    stack => key(stack, { scopes, rotation: { afterDays: 0, overlapDays: 1 } }),
    /svc_api_key\.rotation\.after_days: 0 is too small/,
  ],
  [
    'an overlap that ends before it begins',
    stack => key(stack, { scopes, rotation: { afterDays: 1, overlapDays: -1 } }),
    /svc_api_key\.rotation\.overlap_days: -1 is too small/,
  ],
  [
    'a platform over plain HTTP',
    stack => provider(stack, { baseUrl: 'http://api.example.com' }),
    /svc\.base_url: /,
  ],
  [
    'a platform address with a query',
    stack => provider(stack, { baseUrl: 'https://x.example/?a=1' }),
    /query/,
  ],
  [
    'an overlap beyond any calendar',
    stack => key(stack, { scopes, rotation: { overlapDays: 999_999_999, triggers: { a: '1' } } }),
    /svc_api_key\.rotation\.overlap_days: 999999999 is too large.*from 0 to 3650/s,
  ],
  [
    'a time-out beyond any timer',
    stack => provider(stack, { requestTimeout: 1e10 }),
    /\.request_timeout: 10000000000 is too large/,
  ],
  [
    'a request timeout of 0',
    stack => provider(stack, { requestTimeout: 0 }),
    /\.request_timeout: 0 is too small/,
  ],
  [
    'a way to refresh that does not exist',
    stack => provider(stack, { refresh: 'never' }),
    /svc\.refresh: "never" is not/,
  ],
  [
    'a negative number of retries',
    stack => provider(stack, { maxRetries: -1 }),
    /\.max_retries: -1 is too small/,
  ],
];

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

describe('an error at synthesis names its place and its solution', () => {
  it.each(refused)('%s', (_, declare, message) => {
    expect(refusal(declare)).toMatch(message);
  });

  it('a URL is not repeated, since it may carry a token', () => {
    const message = refusal(stack => endpoint(stack, { url: 'http://hooks.example.com/planted-token' }));
    expect(message).not.toContain('planted-token');
  });

  it('an error in a plain value is reported by the constructor, so that the stack trace shows the line', () => {
    const { stack } = aStack();
    expect(() => endpoint(stack, { events: [] })).toThrow('[stack/alerts]');
    expect(() => key(stack, {})).toThrow('[stack/key] svc_api_key.scopes: No scopes are given');
    expect(() => writeOnly(aStack().stack, {})).toThrow('svc_webhook_endpoint.secret_wo_version: ');
  });

  it('all errors of a construct are reported together', () => {
    const message = refusal(stack => endpoint(stack, { url: 'x', events: [], onDegraded: 'x' }));
    expect(message.split('\n')).toHaveLength(3);
  });
});

const accepted: [what: string, declare: (stack: TerraformStack) => unknown][] = [
  ['loopback by name', stack => endpoint(stack, { url: 'http://localhost:9000/alerts' })],
  ['loopback by IPv4', stack => endpoint(stack, { url: 'http://127.1.2.3:9000' })],
  ['loopback by IPv6', stack => endpoint(stack, { url: 'http://[::1]:9000' })],
  [
    'an address that only Terraform knows',
    stack => endpoint(stack, { url: `${expression('var.secret')}/alerts` }),
  ],
  ['an event type that no document names', stack => endpoint(stack, { events: ['compliance.triggered'] })],
  ['a choice that only Terraform knows', stack => endpoint(stack, { onDegraded: expression('var.secret') })],
  ['a write-only secret with its version', stack => writeOnly(stack, { secretWoVersion: 1 })],
  [
    'scopes that only Terraform knows',
    stack => key(stack, { scopes: Token.asList(expression('var.scopes')) }),
  ],
  [
    'other scopes, set after the constructor',
    stack => {
      const restricted = key(stack, { unrestricted: true });
      restricted.resetUnrestricted();
      restricted.scopes = scopes;
    },
  ],
  ['an unrestricted key', stack => key(stack, { unrestricted: true })],
  [
    'a key whose restriction only Terraform knows',
    stack => key(stack, { unrestricted: Token.asAny(expression('var.all')) }),
  ],
  ['a tenant that only Terraform knows', stack => key(stack, { tenantId: expression('var.tenant'), scopes })],
];

describe('values that only Terraform or the platform can check are accepted', () => {
  it.each(accepted)('%s', (_, declare) => {
    const { stack } = aStack();
    declare(stack);
    expect(synthesized(stack)).toContain('svc_');
  });
});
