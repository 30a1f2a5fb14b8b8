import { Token } from 'cdktf';
import { ApiKey, type ApiKeyConfig, WebhookEndpoint, type WebhookEndpointConfig } from 'cdktf-provider-svc';
import { expect, it } from 'vitest';
import { judgePlainEndpoint, judgePlainKey } from '../../../src/constructs/policy/plain-values';
import type { PolicyFindings } from '../../../src/constructs/policy/rules/judge';
import { parsePolicy } from '../../../src/constructs/policy/rules/policy';
import { aStack, expression } from '../constructs/synthesis';

const policy = parsePolicy({
  forbidUnrestricted: true,
  allowedScopes: ['alerts:read'],
  allowedTenants: ['ten_1'],
  allowedHosts: ['hooks.example.com'],
  requireRotation: true,
  maxKeyAgeDays: 90,
  requireWriteOnlySecrets: true,
  maxEvents: 2,
});
const unknown = expression('var.v');
const unknownMap = Token.asStringMap(unknown);
const unknownAge = ['requireRotation?', 'maxKeyAgeDays?'];
const rotated = (triggers: object) => ({ rotation: { overlapDays: 1, ...triggers } });

/** A broken rule by its name, and one that cannot be judged with a question mark. */
const namesOf = ({ violations, unjudged }: PolicyFindings) => [
  ...violations.map(({ rule }) => rule),
  ...unjudged.map(({ rule }) => `${rule}?`),
];

it.each<[what: string, config: Partial<ApiKeyConfig>, found: string[]]>([
  ['a good key', {}, []],
  ['an unknown unrestricted', { unrestricted: Token.asAny(unknown) }, ['forbidUnrestricted?']],
  ['no scopes', { scopes: null as never }, ['forbidUnrestricted']],
  ['other scopes beside an unknown one', { scopes: ['a:x', unknown] }, ['allowedScopes']],
  ['an unknown scope alone', { scopes: [unknown] }, ['allowedScopes?']],
  ['unknown scopes', { scopes: Token.asList(unknown) }, ['allowedScopes?']],
  ['an unknown tenant', { tenantId: unknown }, ['allowedTenants?']],
  ['a rotation with triggers alone', rotated({ triggers: { a: '1' } }), ['maxKeyAgeDays']],
  ['an undefined trigger', rotated({ triggers: { r: undefined } }), ['requireRotation', 'maxKeyAgeDays']],
  ['days as text', rotated({ afterDays: '30' }), unknownAge],
  ['unknown days', rotated({ afterDays: Token.asNumber(unknown) }), unknownAge],
  ['unknown triggers', rotated({ triggers: unknownMap }), ['maxKeyAgeDays', 'requireRotation?']],
  ['an unknown rotation', { rotation: Token.asAny(unknown) as never }, unknownAge],
])('a key of a program is held to a policy by its plain values: %s', (_, config, found) => {
  const good = { name: 'k', tenantId: 'ten_1', scopes: ['alerts:read'], ...rotated({ afterDays: 90 }) };
  const key = new ApiKey(aStack().stack, 'key', { ...good, ...config });
  expect(namesOf(judgePlainKey(policy, key))).toEqual(found);
});

it.each<[what: string, config: Partial<WebhookEndpointConfig>, found: string[]]>([
  ['a good endpoint', {}, []],
  ['an unknown path', { url: `https://evil.example/${unknown}` }, ['allowedHosts?']],
  ['unknown events', { events: Token.asList(unknown) }, ['maxEvents?']],
])('an endpoint of a program is held to a policy by its plain values: %s', (_, config, found) => {
  const good = {
    url: 'https://hooks.example.com/',
    events: ['a.b'],
    secretWo: unknown,
    secretWoVersion: 1,
  };
  const endpoint = new WebhookEndpoint(aStack().stack, 'alerts', { ...good, ...config });
  expect(namesOf(judgePlainEndpoint(policy, endpoint))).toEqual(found);
});
