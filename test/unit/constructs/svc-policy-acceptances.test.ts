import { Lazy, Testing, Token } from 'cdktf';
import { PolicyRule, SvcPolicy } from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { aKey, errorOf, messagesOf, rotation } from './policy-program';
import { aStack, expression } from './synthesis';

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
