import {
  Aspects,
  Lazy,
  TerraformIterator,
  TerraformLocal,
  TerraformResource,
  type TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from 'cdktf';
import { ApiKey, type ApiKeyConfig, SvcPolicy } from 'cdktf-provider-svc';
import type { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { aKey, anEndpoint, rotation } from './policy-program';
import { messagesOf } from './policy-stack';
import { aStack, expression } from './synthesis';

const policy = {
  forbidUnrestricted: true,
  allowedScopes: ['alerts:read', 'alerts:write'],
  allowedHosts: ['hooks.example.com', '*.example.org'],
  maxKeyAgeDays: 90,
  maxEvents: 2,
};
const restricted = (stack: TerraformStack, config: Partial<ApiKeyConfig>) =>
  aKey(stack, { rotation, ...config });

type Declare = (stack: TerraformStack) => unknown;

const refused: [what: string, declare: Declare, message: string][] = [
  [
    'a literal',
    stack => restricted(stack, { scopes: ['a:x'] }),
    '[stack/key] svc_api_key.scopes: The key has scopes',
  ],
  [
    'an unrestricted key',
    stack => restricted(stack, { unrestricted: true }),
    '[stack/key] svc_api_key.unrestricted: The key is unrestricted',
  ],
  [
    'a lazy value',
    stack => restricted(stack, { scopes: Lazy.listValue({ produce: () => ['a:x'] }) }),
    '"a:x"',
  ],
  [
    'a lazy token',
    stack =>
      restricted(stack, {
        unrestricted: Token.asAny(Lazy.anyValue({ produce: () => true })),
      }),
    'svc_api_key.unrestricted: ',
  ],
  [
    'a value that a setter has changed',
    stack => {
      restricted(stack, {}).scopes = ['a:x'];
    },
    '"a:x"',
  ],
  ['an override', stack => restricted(stack, {}).addOverride('scopes', ['a:x']), '"a:x"'],
  [
    'an override with a text',
    stack => restricted(stack, {}).addOverride('unrestricted', 'true'),
    'is unrestricted',
  ],
  [
    'an override of a part',
    stack => restricted(stack, {}).addOverride('rotation.after_days', '91'),
    '91 days',
  ],
  [
    'an override of the stack',
    stack => {
      restricted(stack, {});
      stack.addOverride('resource.svc_api_key.key.scopes', ['a:x']);
    },
    '[stack/key] svc_api_key.scopes: ',
  ],
  [
    'a block that only an override has made',
    stack =>
      stack.addOverride('resource.svc_api_key.raw', { unrestricted: true, rotation: [{ after_days: 90 }] }),
    '[stack] svc_api_key.raw.unrestricted: ',
  ],
  [
    'a key without scopes, of which a variable says whether it is unrestricted',
    stack => {
      const key = { unrestricted: expression('var.u'), rotation: [{ after_days: 90 }] };
      stack.addOverride('resource.svc_api_key.raw', key);
    },
    'has no scopes, so it may do everything',
  ],
  [
    'a resource without a construct of this package',
    stack => {
      const raw = new TerraformResource(stack, 'raw', { terraformResourceType: 'svc_api_key' });
      raw.addOverride('unrestricted', true);
      raw.addOverride('rotation', { after_days: 90 });
    },
    '[stack/raw] svc_api_key.unrestricted: ',
  ],
  [
    'an aspect that comes later',
    stack => {
      restricted(stack, {});
      const visit = (node: Construct) => {
        if (node instanceof ApiKey) node.scopes = ['a:x'];
      };
      Aspects.of(stack).add({ visit });
    },
    '"a:x"',
  ],
  [
    'another host with a path that only Terraform knows',
    stack => anEndpoint(stack, { url: `https://evil.example/${expression('var.secret')}` }),
    '[stack/alerts] svc_webhook_endpoint.url: The host evil.example is not allowed.',
  ],
  [
    'a host in other capitals and with a port',
    stack => anEndpoint(stack, { url: 'https://EVIL.example:8443/' }),
    'The host evil.example is not allowed. Keep to the allowed hosts: *.example.org, hooks.example.com.',
  ],
  ['too many events', stack => anEndpoint(stack, { events: ['a.b', 'c.d', 'e.f'] }), '3 event types'],
];

const kept: [what: string, declare: Declare][] = [
  ['allowed values', stack => restricted(stack, {})],
  ['a host with another port', stack => anEndpoint(stack, { url: 'https://hooks.example.com:8443/' })],
  [
    'a host with a path that only Terraform knows',
    stack => anEndpoint(stack, { url: `https://a.example.org/${expression('var.secret')}` }),
  ],
  ['an event twice', stack => anEndpoint(stack, { events: ['a.b', 'a.b', 'c.d'] })],
  ['resources of others', stack => stack.addOverride('resource.other_key.key', { unrestricted: true })],
];

const unjudged: [what: string, declare: Declare, attribute: string][] = [
  [
    'an expression',
    stack => restricted(stack, { scopes: Token.asList(expression('var.wide ? ["a:x"] : ["a:x"]')) }),
    'svc_api_key.key.scopes',
  ],
  [
    'a local',
    stack =>
      restricted(stack, { scopes: Token.asList(new TerraformLocal(stack, 'scopes', ['a:x']).expression) }),
    'svc_api_key.key.scopes',
  ],
  [
    'a default of a variable',
    stack => {
      const { value } = new TerraformVariable(stack, 'scopes', { default: ['a:x'] });
      restricted(stack, { scopes: Token.asList(value) });
    },
    'svc_api_key.key.scopes',
  ],
  [
    'a value of for_each, beside an allowed scope',
    stack => {
      const each = TerraformIterator.fromMap({ one: { scope: 'a:x' } });
      restricted(stack, { forEach: each, scopes: ['alerts:read', each.getString('scope')] });
    },
    'svc_api_key.key.scopes',
  ],
  [
    'an address in a variable',
    stack => anEndpoint(stack, { url: expression('var.secret') }),
    'svc_webhook_endpoint.alerts.url',
  ],
  [
    'a host in a variable',
    stack => anEndpoint(stack, { url: `https://hooks.example.com${expression('var.secret')}` }),
    'svc_webhook_endpoint.alerts.url',
  ],
  [
    'what Terraform ignores',
    stack => restricted(stack, { lifecycle: { ignoreChanges: ['scopes'] } }),
    'svc_api_key.key.scopes',
  ],
];

describe.each([
  ['with validations', true],
  ['without validations', false],
])('a synthesis %s', (_, runValidations) => {
  const synthesize = (declare: Declare, rules = {}) => {
    const { stack } = aStack();
    Aspects.of(stack).add(new SvcPolicy({ ...policy, ...rules }));
    declare(stack);
    Testing.synth(stack, runValidations);
    return messagesOf(stack);
  };

  it.each(refused)('refuses %s', (_what, declare, message) => {
    expect(() => synthesize(declare)).toThrow(message);
  });

  it.each(refused)('can warn of %s', (_what, declare, message) => {
    const warnings = synthesize(declare, { onViolation: 'warn' }).warnings;
    expect(warnings).toHaveLength(1);
    expect(`${warnings[0]}`).toContain(message);
  });

  it.each(kept)('accepts %s', (_what, declare) => {
    expect(synthesize(declare)).toEqual({ warnings: [], notes: [] });
  });

  it.each(unjudged)('says that it cannot judge %s', (_what, declare, attribute) => {
    const { warnings, notes } = synthesize(declare);
    expect(warnings).toEqual([]);
    expect(notes).toHaveLength(1);
    expect(`${notes[0]}`).toContain(`Only Terraform knows ${attribute}, so synthesis has not judged`);
  });
});
