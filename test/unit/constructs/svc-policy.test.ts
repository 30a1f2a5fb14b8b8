import { Aspects, TerraformIterator, TerraformResource, type TerraformStack, Testing, Token } from 'cdktf';
import { ApiKey, type ApiKeyConfig, SvcPolicy } from 'cdktf-provider-svc';
import type { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { aKey, anEndpoint, errorOf, messagesOf, rotation } from './policy-program';
import { aStack, expression } from './synthesis';

const policy = {
  forbidUnrestricted: true,
  allowedScopes: ['alerts:read', 'alerts:write'],
  deniedScopes: ['b:x'],
  allowedHosts: ['hooks.example.com', '*.example.org'],
  maxKeyAgeDays: 90,
  maxEvents: 2,
};
const others = ['a:x'];
const key = (stack: TerraformStack, config: Partial<ApiKeyConfig>) => aKey(stack, { rotation, ...config });

type Declare = (stack: TerraformStack) => unknown;

/** Ways in which a value gets into a stack. `test/unit/policy` has a row for each operand of the rules. */
const refused: [what: string, declare: Declare, message: string][] = [
  [
    'a literal',
    stack => key(stack, { scopes: others }),
    '[stack/key] svc_api_key.scopes: The key has scopes',
  ],
  [
    'an override of the stack',
    stack => {
      key(stack, {});
      stack.addOverride('resource.svc_api_key.key.scopes', others);
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
      key(stack, {});
      const visit = (node: Construct) => {
        if (node instanceof ApiKey) node.scopes = others;
      };
      Aspects.of(stack).add({ visit });
    },
    '"a:x"',
  ],
  [
    'another host with a path that only Terraform knows',
    stack => anEndpoint(stack, { url: `https://EVIL.example:8443/${expression('var.secret')}` }),
    '[stack/alerts] svc_webhook_endpoint.url: The host evil.example is not allowed. Keep to the allowed hosts: ' +
      '*.example.org, hooks.example.com.',
  ],
];

const kept: [what: string, declare: Declare][] = [
  ['allowed values', stack => key(stack, {})],
  ['resources of others', stack => stack.addOverride('resource.other_key.key', { unrestricted: true })],
];

const unjudged: [what: string, declare: Declare, attribute: string][] = [
  [
    'an expression',
    stack => key(stack, { scopes: Token.asList(expression('var.wide ? ["a:x"] : ["a:x"]')) }),
    'svc_api_key.key.scopes',
  ],
  [
    'a value of for_each, beside an allowed scope',
    stack => {
      const each = TerraformIterator.fromMap({ one: { scope: 'a:x' } });
      key(stack, { forEach: each, scopes: ['alerts:read', each.getString('scope')] });
    },
    'svc_api_key.key.scopes',
  ],
];

function judged(declare: Declare, rules = {}, runValidations = true) {
  const { stack } = aStack();
  Aspects.of(stack).add(new SvcPolicy({ ...policy, ...rules }));
  declare(stack);
  // A second synthesis says nothing twice.
  for (const _ of [1, 2]) Testing.synth(stack, runValidations);
  return messagesOf(stack);
}

describe('a synthesis with a policy', () => {
  it.each(refused)('refuses %s, with validations or without', (_, declare, message) => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, policy);
    declare(stack);
    const error = errorOf(stack);
    expect(error).toContain(message);
    expect(error).not.toContain('\n');
    expect(() => judged(declare, {}, true)).toThrow(error);
  });

  it('can warn instead', () => {
    const open = (stack: TerraformStack) => key(stack, { unrestricted: true });
    const { warnings, notes } = judged(open, { onViolation: 'warn' });
    expect(warnings).toEqual([expect.stringContaining('[stack/key] svc_api_key.unrestricted: The key is')]);
    expect(notes).toEqual([]);
  });

  it.each(kept)('accepts %s', (_, declare) => {
    expect(judged(declare)).toEqual({ warnings: [], notes: [] });
  });

  it.each(unjudged)('says that it cannot judge %s', (_, declare, attribute) => {
    const { warnings, notes } = judged(declare);
    expect(warnings).toEqual([]);
    expect(notes).toHaveLength(1);
    expect(`${notes[0]}`).toContain(`Only Terraform knows ${attribute}, so synthesis has not judged`);
  });
});
