import { Lazy, type TerraformStack, TerraformVariable, Token } from 'cdktf';
import {
  ApiKey,
  type ApiKeyConfig,
  ApiScope,
  EphemeralVariable,
  EventType,
  LookAlikes,
  OnDegraded,
  PlatformOperation,
  Refresh,
  SvcProvider,
  WebhookEndpoint,
  type WebhookEndpointConfig,
} from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { anEndpoint as endpoint } from './policy-program';
import { aStack, expression, refusal, synthesized } from './synthesis';

function key(stack: TerraformStack, config: Partial<ApiKeyConfig>): ApiKey {
  return new ApiKey(stack, 'key', { name: 'key', tenantId: 'ten_1', ...config });
}

const scopes = ['alerts:read'];

/** What a variable that is not set is, in a program whose types nobody checks. */
const unset = undefined as never;

/** Each message, and a program that gets it. */
const refused: Record<string, (stack: TerraformStack) => unknown> = {
  'svc_webhook_endpoint.url: The URL must use https. Plain http is accepted only': stack =>
    endpoint(stack, { url: 'http://x.example/planted-token' }),
  'svc_webhook_endpoint.url: This is not an absolute URL': stack => endpoint(stack, { url: 'x.example' }),
  'svc_webhook_endpoint.url: The URL contains a user name or a password': stack =>
    endpoint(stack, { url: 'https://u@x.example' }),
  'svc_webhook_endpoint.url: The address has a character where RFC 3986 allows none such (U+005C). Percent-encode':
    stack => endpoint(stack, { url: 'https://good.example\\@evil.example/' }),
  'svc_webhook_endpoint.url: Programs find different hosts in this address. Write the host after //': stack =>
    endpoint(stack, { url: 'https://0x7f.1/' }),
  'svc.base_url: The address has a character': stack => provider(stack, { baseUrl: 'https://x.example/ä' }),
  'The URL contains a user name': stack => endpoint(stack, { url: `https://u:p@${expression('var.host')}/` }),
  'contains a user name or a password': stack =>
    endpoint(stack, { url: `https://${expression('var.user')}:p@x.example` }),
  'svc_webhook_endpoint.events: The list is empty. Name at least one': stack =>
    endpoint(stack, { events: [] }),
  'events: The list is empty': stack => endpoint(stack, { events: Lazy.listValue({ produce: () => [] }) }),
  'events: Entry 2 of 2 is undefined. Give a name, or remove the entry.': stack =>
    endpoint(stack, { events: ['alert.created', unset] }),
  'events: Entry 1 of 2 is null': stack => endpoint(stack, { events: [null as never, 'alert.created'] }),
  'events: Entry 1 of 1 is an empty text': stack => endpoint(stack, { events: [''] }),
  'events: Entry 1 of 1 is an empty': stack =>
    endpoint(stack, { events: Lazy.listValue({ produce: () => [''] }) }),
  'events: Entry 2 of 2 is null': stack => {
    endpoint(stack, {}).addOverride('events', [null]);
  },
  'svc_webhook_endpoint.events: "nonsense" has not the form of a name such as "alert.created". Known are: alert.created,':
    stack => endpoint(stack, { events: ['nonsense'] }),
  'events: "alerts:read" has not the form': stack =>
    endpoint(stack, { events: [EventType.ALERT_CREATED, ApiScope.ALERTS_READ] }),
  'svc_api_key.scopes: "alert.created" has not the form of a name such as "tenants:read". ': stack =>
    key(stack, { scopes: [EventType.ALERT_CREATED] }),
  'scopes: "alert.created" has not the form': stack => {
    key(stack, { scopes }).addOverride('scopes', ['alert.created']);
  },
  'svc_api_key.scopes: Entry 2 of 2 is undefined.': stack => key(stack, { scopes: ['alerts:read', unset] }),
  'svc.unavailable_operations: Entry 1 of 1 is undefined': stack =>
    provider(stack, { unavailableOperations: [unset] }),
  'accepted_look_alikes: Entry 1 of 1 is undefined.': stack =>
    provider(stack, { acceptedLookAlikes: [unset] }),
  'on_degraded: "x" is not a valid choice. Give one of "warn", "replace", "ignore".': stack =>
    endpoint(stack, { onDegraded: 'x' }),
  'unavailable_operations: "webhooks.create" is not an operation that the platform may lack. Possible':
    stack => provider(stack, { unavailableOperations: ['webhooks.update', 'webhooks.create'] }),
  '"webhooks.udpate" is not an operation': stack =>
    provider(stack, { unavailableOperations: Lazy.listValue({ produce: () => ['webhooks.udpate'] }) }),
  'secret: The endpoint has no signing secret': stack => {
    stack.addOverride('import', [{ to: 'svc_webhook_endpoint.other', id: 'wh_1' }]);
    endpoint(stack, {}).resetSecret();
  },
  'An endpoint that is imported needs none: call importFrom, and keep the call': stack =>
    endpoint(stack, { secret: [null] as never }),
  'Name at least one event type, for': stack => endpoint(stack, { events: [null] as never }),
  'secret_wo_version: secret_wo has no version': stack => writeOnly(stack, {}),
  'secret_wo: The endpoint has two signing secrets': stack =>
    endpoint(stack, { secretWo: expression('var.secret'), secretWoVersion: 1 }),
  'secret_wo_version: -1 is too small': stack => writeOnly(stack, { secretWoVersion: -1 }),
  'svc_api_key.tenant_id: The value is not the id of a tenant. Give an id without blanks': stack =>
    key(stack, { tenantId: 'ten_a ten_b', scopes }),
  'The value is not the id of a tenant': stack => key(stack, { tenantId: '', scopes }),
  'svc_api_key.scopes: No scopes are given': stack => key(stack, {}),
  'No scopes are given, and a key': stack => key(stack, { scopes }).resetScopes(),
  'or set unrestricted to true': stack => key(stack, { scopes: [] }),
  'scopes: No scopes are given': stack => key(stack, { unrestricted: false }),
  'svc_api_key.unrestricted: The key has scopes': stack => key(stack, { scopes, unrestricted: true }),
  'svc_api_key.rotation.after_days: 0 is too small': stack =>
    key(stack, { scopes, rotation: { afterDays: 0, overlapDays: 1 } }),
  'svc_api_key.rotation.overlap_days: -1 is too small': stack =>
    key(stack, { scopes, rotation: { afterDays: 1, overlapDays: -1 } }),
  'rotation.overlap_days: 3651 is too large. Give whole days, from 0 to 3650': stack =>
    key(stack, { scopes, rotation: { overlapDays: 3651, triggers: { a: '1' } } }),
  'svc.base_url: The URL must use https': stack => provider(stack, { baseUrl: 'http://x.example' }),
  'svc.oauth.auth_url: The URL must use https': stack =>
    provider(stack, { oauth: { authUrl: 'http://x.example' } }),
  'svc.base_url: The address has a query': stack => provider(stack, { baseUrl: 'https://x.example/?a=1' }),
  'request_timeout: 10000000000 is too large': stack => provider(stack, { requestTimeout: 1e10 }),
  'request_timeout: 0 is too small': stack => provider(stack, { requestTimeout: 0 }),
  'svc.source: The value is not the address of a provider. Give a plain text such as registry.example.com/svc/svc,':
    stack => provider(stack, { source: 'https://registry.example.com/svc/svc' }),
  'source: The value is not the address': stack =>
    provider(stack, { source: new TerraformVariable(stack, 'host', {}).stringValue }),
  'The value is not the address of a provider': stack => provider(stack, { source: null }),
  'svc.refresh: "never" is not': stack => provider(stack, { refresh: 'never' }),
  'max_retries: -1 is too small': stack => provider(stack, { maxRetries: -1 }),
  'svc.alias: Two providers of this stack have no alias. Give each further one': stack =>
    new SvcProvider(stack, 'second'),
  'svc.alias: Two providers of this stack have this alias.': stack => [
    provider(stack, {}),
    ...['between', 'other'].map(alias => new SvcProvider(stack, `second-${alias}`, { alias })),
  ],
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

describe('an error at synthesis names its place and its solution', () => {
  it.each(Object.entries(refused))('%s', (message, declare) => {
    const told = refusal(declare);
    expect(told).toMatch(/^\[stack\/[\w-]+\] svc/);
    expect(told).toContain(message);
    // The path of an address may hold one.
    expect(told).not.toContain('planted-token');
  });

  it('an error in a plain value is reported by the constructor, so that the stack trace shows the line', () => {
    const { stack } = aStack();
    expect(() => endpoint(stack, { events: [] })).toThrow('[stack/alerts]');
    expect(() => key(stack, {})).toThrow('[stack/key] svc_api_key.scopes: No scopes are given');
    expect(() => writeOnly(aStack().stack, {})).toThrow('svc_webhook_endpoint.secret_wo_version: ');
    expect(() => endpoint(aStack().stack, { events: ['nonsense'] })).toThrow('.events: "nonsense"');
    expect(() => provider(stack, { requestTimeout: -1 })).toThrow('request_timeout: -1 is too small');
  });

  it('all errors of a construct are reported together', () => {
    const message = refusal(stack => endpoint(stack, { url: 'x', events: [], onDegraded: 'x' }));
    expect(message.split('\n')).toHaveLength(3);
  });
});

/** What a program whose types nobody checks may read. */
const misspelt: Record<string, () => unknown> = {
  'EventType has no constant ALERT_CREATD. Did you mean "ALERT_CREATED"? Give one of ALERT_CREATED, ': () =>
    untyped(EventType, 'ALERT_CREATD'),
  'ApiScope has no constant ALERT_READ. Did you mean "ALERTS_READ"?': () => untyped(ApiScope, 'ALERT_READ'),
  'OnDegraded has no constant REPLAC.': () => untyped(OnDegraded, 'REPLAC'),
  'Refresh has no constant Each. Did you mean "EACH"? Give one of COALESCED, EACH.': () =>
    untyped(Refresh, 'Each'),
  'LookAlikes has no constant REFUSED.': () => untyped(LookAlikes, 'REFUSED'),
  'PlatformOperation has no constant WEBHOOKS_PATCH.': () => untyped(PlatformOperation, 'WEBHOOKS_PATCH'),
};

function untyped(constants: object, name: string): unknown {
  return Reflect.get(constants, name);
}

describe('a misspelt constant is an error where it is read, because cdktf leaves undefined out of the JSON', () => {
  it.each(Object.entries(misspelt))('%s', (message, read) => {
    expect(read).toThrow(message);
  });

  it('and what programs ask of any object is answered', () => {
    expect([untyped(EventType, 'toJSON'), EventType.name]).toEqual([undefined, 'EventType']);
    expect(untyped(EventType, 'call')).toBeTypeOf('function');
  });
});

it('an undefined entry is refused in a setter, too: the JSON would not have it', () => {
  const message = refusal(stack => {
    endpoint(stack, {}).events = ['alert.created', unset];
  });
  expect(message).toContain('[stack/alerts] svc_webhook_endpoint.events: Entry 2 of 2 is undefined');
});

const warnings = ({ node }: { readonly node: WebhookEndpoint['node'] }) =>
  node.metadata.filter(({ type }) => type === '@cdktf/warn').map(({ data }) => data);

it('a tenant in another form is a warning at synthesis, and a reference is none', () => {
  const { stack } = aStack();
  const other = key(stack, { tenantId: 'acme', scopes });
  const unknown = new ApiKey(stack, 'k', { name: 'k', tenantId: expression('var.tenant'), scopes });
  synthesized(stack);
  expect(warnings(other)).toEqual([
    'svc_api_key.tenant_id: The value may not be the id of a tenant: such ids begin with ten_. If the platform accepts it, ' +
      'ignore this warning.',
  ]);
  expect(warnings(unknown)).toEqual([]);
});

describe('a name that the document of the platform does not have is a warning at synthesis', () => {
  it.each([
    ['alert.creatd', 'Did you mean "alert.created"? '],
    // Another name, which comes before, is near, too.
    ['incident.contaned', 'Did you mean "incident.contained"? '],
    ['compliance.triggered', ''],
  ])('%s', (name, suggestion) => {
    const { stack } = aStack();
    const alerts = endpoint(stack, { events: ['alert.created', name, expression('var.event')] });
    synthesized(stack);
    expect(warnings(alerts)).toEqual([
      `svc_webhook_endpoint.events: The platform's document does not have the name "${name}". ` +
        `${suggestion}If the platform accepts it, ignore this warning.`,
    ]);
  });

  it('also of an override and of a lazy value', () => {
    const { stack } = aStack();
    const lazy = endpoint(stack, { events: Lazy.listValue({ produce: () => ['alert.lazy', 'alert.slow'] }) });
    const overridden = new ApiKey(stack, 'key', { name: 'key', tenantId: 'ten_1', scopes });
    overridden.addOverride('scopes', ['alert:read']);
    synthesized(stack);
    expect(warnings(lazy)).toEqual(['lazy', 'slow'].map(each => expect.stringContaining(`"alert.${each}"`)));
    expect(warnings(overridden)).toEqual([expect.stringContaining('Did you mean "alerts:read"?')]);
  });

  it('of a scope, too, as the setter has left it, and known names have no warning', () => {
    const { stack } = aStack();
    const dashboard = key(stack, { scopes: ['alert:read'] });
    dashboard.scopes = ['alerts:raed', 'incident:read'];
    synthesized(stack);
    expect(warnings(dashboard)).toEqual([expect.stringContaining('Did you mean "alerts:read"?')]);
  });
});

const accepted: Record<string, (stack: TerraformStack) => unknown> = {
  'plain http to this machine': stack => endpoint(stack, { url: 'http://localhost:9000/alerts' }),
  'an address with a reference': stack => endpoint(stack, { url: `${expression('var.secret')}/alerts` }),
  'an unknown host and an @': stack => endpoint(stack, { url: `https://${expression('var.host')}@me` }),
  'an event type that no document names': stack => endpoint(stack, { events: ['compliance.triggered'] }),
  'an import without a secret': stack =>
    endpoint(stack, { secret: null as never, secretWo: [null] as never }).importFrom('wh_1'),
  'an import of one instance without a secret': stack => {
    stack.addOverride('import', [{ to: 'svc_webhook_endpoint.alerts[0]', id: 'wh_1' }]);
    return endpoint(stack, { secret: null as never, count: 1 });
  },
  'a key as `cdktf plan` prints it for an import': stack =>
    key(stack, { scopes, unrestricted: [null] as never, rotation: null as never }).importFrom('key_1'),
  'an unknown choice': stack => endpoint(stack, { onDegraded: expression('var.secret') }),
  'a write-only secret with its version': stack => writeOnly(stack, { secretWoVersion: 1 }),
  'unknown scopes': stack => key(stack, { scopes: Token.asList(expression('var.scopes')) }),
  'an unrestricted key': stack => key(stack, { unrestricted: true }),
  'an unknown restriction': stack => key(stack, { unrestricted: Token.asAny(expression('var.all')) }),
  'an unknown tenant': stack => key(stack, { tenantId: expression('var.tenant'), scopes }),
};

describe('values that only Terraform or the platform can check are accepted', () => {
  it.each(Object.entries(accepted))('%s', (_, declare) => {
    const { stack } = aStack();
    declare(stack);
    expect(synthesized(stack)).toContain('svc_');
  });
});
