import { randomBytes } from 'node:crypto';
import {
  App,
  Aspects,
  Lazy,
  LocalBackend,
  TerraformIterator,
  TerraformLocal,
  TerraformResource,
  TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from 'cdktf';
import {
  ApiKey,
  type ApiKeyConfig,
  PolicyRule,
  SvcPolicy,
  SvcProvider,
  WebhookEndpoint,
  type WebhookEndpointConfig,
} from 'cdktf-provider-svc';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { messagesOf } from './policy-stack';
import { aStack, expression } from './synthesis';

/** A key with one scope, unless it is unrestricted. */
function aKey(scope: Construct, config: Partial<ApiKeyConfig> = {}, id = 'key'): ApiKey {
  const scopes = config.unrestricted === undefined ? { scopes: ['alerts:read'] } : {};
  return new ApiKey(scope, id, { name: 'key', tenantId: 'ten_1', ...scopes, ...config });
}

function anEndpoint(stack: TerraformStack, config: Partial<WebhookEndpointConfig> = {}): WebhookEndpoint {
  const url = 'https://hooks.example.com/alerts';
  const secret = new TerraformVariable(stack, 'secret', { sensitive: true }).stringValue;
  return new WebhookEndpoint(stack, 'alerts', { url, events: ['alert.created'], secret, ...config });
}

const policy = {
  forbidUnrestricted: true,
  allowedScopes: ['alerts:read', 'alerts:write'],
  allowedHosts: ['hooks.example.com', '*.example.org'],
  maxKeyAgeDays: 90,
  maxEvents: 2,
};
const rotation = { afterDays: 90, overlapDays: 7 };
const restricted = (stack: TerraformStack, config: Partial<ApiKeyConfig>) =>
  aKey(stack, { rotation, ...config });

type Declare = (stack: TerraformStack) => unknown;

const refused: [what: string, declare: Declare, message: string][] = [
  [
    'a literal',
    stack => restricted(stack, { scopes: ['a:x'] }),
    '[stack/key] svc_api_key.scopes: The key has a scope',
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
    'a local',
    stack =>
      restricted(stack, { scopes: Token.asList(new TerraformLocal(stack, 'scopes', ['a:x']).expression) }),
    '"a:x"',
  ],
  [
    'an argument of another resource',
    stack => {
      restricted(stack, { scopes: aKey(stack, { scopes: ['alerts:read'] }, 'other').scopes });
      stack.addOverride('resource.svc_api_key.other', { scopes: ['a:x'], rotation: { after_days: 1 } });
      SvcPolicy.accept(
        stack.node.findChild('other'),
        PolicyRule.ALLOWED_SCOPES,
        'Only the reference counts.',
      );
    },
    '[stack/key] svc_api_key.scopes: ',
  ],
  [
    'the default of a variable',
    stack => {
      const { value } = new TerraformVariable(stack, 'scopes', { default: ['a:x'] });
      restricted(stack, { scopes: Token.asList(value) });
    },
    '"a:x". This is one of the values that the expression can have.',
  ],
  [
    'a case of an expression',
    stack => restricted(stack, { scopes: Token.asList(expression('var.wide ? ["a:x"] : ["alerts:read"]')) }),
    '"a:x". This is one of the values',
  ],
  [
    'a value of for_each',
    stack => {
      const each = TerraformIterator.fromMap({ one: { scope: 'alerts:read' }, two: { scope: 'a:x' } });
      restricted(stack, { forEach: each, scopes: [each.getString('scope')] });
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
    'The host evil.example is not allowed. Deliver to one of the allowed hosts: *.example.org, hooks.example.com.',
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
    'a variable',
    stack => restricted(stack, { scopes: Token.asList(expression('var.scopes')) }),
    'svc_api_key.key.scopes',
  ],
  [
    'an allowed default of a variable',
    stack => {
      const { value } = new TerraformVariable(stack, 'scopes', { default: ['alerts:read'] });
      restricted(stack, { scopes: Token.asList(value) });
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

describe('a policy', () => {
  it('that requires write-only secrets refuses a reference, too', () => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, { requireWriteOnlySecrets: true });
    anEndpoint(stack);
    expect(() => Testing.synth(stack)).toThrow(
      'svc_webhook_endpoint.secret: The signing secret is given by secret',
    );
  });

  it('applies to its scope alone, and a stricter one within it holds beside it', () => {
    const { stack } = aStack();
    const team = new Construct(stack, 'team');
    const first = new SvcPolicy({ allowedScopes: ['a:x', 'b:x'] });
    Aspects.of(stack).add(first);
    Aspects.of(team).add(new SvcPolicy({ allowedScopes: ['a:x', 'c:x'] }));
    aKey(stack, { scopes: ['b:x'] });
    aKey(team, { scopes: ['a:x'] }, 'allowed');
    aKey(team, { scopes: ['b:x', 'c:x'] }, 'neither');
    const lines = errorOf(stack).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\[stack\/team\/neither\].*"c:x".*The policy on "stack" has/);
    expect(lines[1]).toMatch(/^\[stack\/team\/neither\].*"b:x".*The policy on "stack\/team" has/);
  });

  it('that is added twice, or is the same in two scopes, reports once', () => {
    const { stack } = aStack();
    const twice = new SvcPolicy({ forbidUnrestricted: true });
    for (const scope of [stack, stack]) Aspects.of(scope).add(twice);
    SvcPolicy.apply(stack, { forbidUnrestricted: true });
    const team = new Construct(stack, 'team');
    SvcPolicy.apply(team, { forbidUnrestricted: true, onViolation: 'warn' });
    aKey(team, { unrestricted: true });
    const lines = errorOf(stack).split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('The policy on "stack" and "stack/team" has the rule forbidUnrestricted.');
  });

  it.each<[how: string, add: (app: App) => unknown]>([
    ['by apply', app => SvcPolicy.apply(app, { forbidUnrestricted: true })],
    ['as an aspect', app => Aspects.of(app).add(new SvcPolicy({ forbidUnrestricted: true }))],
  ])('on an App applies to every stack, also to one without constructs of this package, %s', (_, add) => {
    const app = new App({ outdir: Testing.app().outdir });
    add(app);
    const raw = new TerraformStack(app, 'raw');
    raw.addOverride('resource.svc_api_key.raw', { unrestricted: true });
    new SvcProvider(new TerraformStack(app, 'other'), 'svc');
    expect(() => app.synth()).toThrow('[raw] svc_api_key.raw.unrestricted: ');
  });

  it('follows a value into another stack of the program', () => {
    const app = new App({ outdir: Testing.app().outdir });
    const [stack, other] = ['stack', 'other'].map(id => new TerraformStack(app, id));
    if (stack === undefined || other === undefined) throw new Error('There are two stacks.');
    new LocalBackend(other, {});
    new SvcProvider(stack, 'svc');
    SvcPolicy.apply(app, { allowedScopes: ['alerts:read'] });
    aKey(stack, { scopes: [new TerraformLocal(other, 'scope', 'a:x').asString] });
    expect(() => app.synth()).toThrow(
      '[stack/key] svc_api_key.scopes: The key has a scope that is not allowed: "a:x".',
    );
  });

  it.each([
    [{ allowedHosts: ['https://x.example'] }, 'SvcPolicy: allowedHosts[0]: "https://x.example" is no host.'],
    [{ maxEvents: 0 }, 'SvcPolicy: maxEvents: 0 is no whole number'],
    [{ onViolation: 'ignore' }, 'SvcPolicy: onViolation: "ignore" is not a choice. Give "error" or "warn".'],
  ])('%j is refused by the constructor', (config, message) => {
    expect(() => new SvcPolicy(config)).toThrow(message);
  });

  it('repeats no secret: neither an address nor a text that is no scope', () => {
    const planted = randomBytes(16).toString('hex');
    const { stack } = aStack();
    SvcPolicy.apply(stack, { allowedHosts: [], allowedScopes: [] });
    anEndpoint(stack, { url: `https://evil.example/${planted}?${planted}` });
    aKey(stack).addOverride('scopes', [planted]);
    expect(errorOf(stack).split('\n')).toHaveLength(2);
    expect(errorOf(stack)).not.toContain(planted);
  });
});

describe('an acceptance', () => {
  const unrestricted = { unrestricted: true };

  it('lets one finding of one construct pass, and no other', () => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, { forbidUnrestricted: true, requireRotation: true });
    const key = aKey(stack, unrestricted);
    SvcPolicy.accept(key, PolicyRule.FORBID_UNRESTRICTED, 'Breaks glass.');
    aKey(stack, { ...unrestricted, rotation }, 'other');
    const lines = errorOf(stack).split('\n');
    expect(lines.map(line => line.replace(/: .*/, ''))).toEqual([
      '[stack/key] svc_api_key.rotation',
      '[stack/other] svc_api_key.unrestricted',
    ]);
  });

  it('of a block without a construct names the stack', () => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, { forbidUnrestricted: true });
    stack.addOverride('resource.svc_api_key.raw', { unrestricted: true });
    SvcPolicy.accept(stack, PolicyRule.FORBID_UNRESTRICTED, 'Moves to a construct in May.');
    expect(() => Testing.synth(stack)).not.toThrow();
    aKey(stack, unrestricted);
    expect(errorOf(stack)).toMatch(/^\[stack\/key\][^\n]*$/);
  });

  it('is reported when there is no finding, with a policy or without', () => {
    for (const config of [{ forbidUnrestricted: true }, {}]) {
      const { stack } = aStack();
      SvcPolicy.apply(stack, config);
      SvcPolicy.accept(aKey(stack), PolicyRule.FORBID_UNRESTRICTED, 'Was once unrestricted.');
      Testing.synth(stack);
      expect(messagesOf(stack).warnings).toEqual([
        '[stack/key] SvcPolicy.accept accepts the rule forbidUnrestricted here, and there is no such finding. Remove ' +
          'the call, or it will hide a later finding.',
      ]);
    }
  });

  it('is not reported while nobody can judge the rule', () => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, { allowedScopes: [] });
    const key = aKey(stack, { scopes: Token.asList(expression('var.scopes')) });
    SvcPolicy.accept(key, PolicyRule.ALLOWED_SCOPES, 'The variable is reviewed elsewhere.');
    Testing.synth(stack);
    expect(messagesOf(stack)).toEqual({ warnings: [], notes: [] });
  });

  it.each([
    ['forbidUnrestricted', '', 'The reason is empty. Say why forbidUnrestricted is accepted here'],
    ['forbidUnrestricted', ' \t\n', 'The reason is empty.'],
    ['forbidUnrestricted', '\u00a0\u2003\u3000', 'The reason is empty.'],
    ['forbidUnrestricted', '\u200b\u200d\u2060\ufeff', 'The reason is empty.'],
    ['forbidUnrestricted', '\u3164\u115f\uffa0 \u{e0041}', 'The reason is empty.'],
    ['forbidUnrestricted', '\u2800 - …', 'The reason is empty.'],
    ['forbidUnrestricted', Lazy.stringValue({ produce: () => 'x' }), 'The reason is empty.'],
    ['FORBID_UNRESTRICTED', 'why', '"FORBID_UNRESTRICTED" is no rule. The rules are forbidUnrestricted, '],
  ])('of the rule %j with the reason %j is refused', (rule, reason, message) => {
    const key = aKey(aStack().stack);
    expect(() => SvcPolicy.accept(key, rule, reason)).toThrow(`[stack/key] SvcPolicy.accept: ${message}`);
  });
});

function errorOf(stack: TerraformStack): string {
  try {
    Testing.synth(stack);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error('Synthesis refused nothing.');
}
