import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lazy, TerraformIterator, Testing, Token } from 'cdktf';
import { PolicyRule, SvcPolicy } from 'cdktf-provider-svc';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { holdingDay as last } from '../../harness/holding-day';
import { aKey, errorOf, messagesOf, rotation } from './policy-program';
import { aStack, expression } from './synthesis';

const unrestricted = { unrestricted: true };

describe('an acceptance', () => {
  it('lets one finding of one construct pass, and no other', () => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, { forbidUnrestricted: true, requireRotation: true });
    const key = aKey(stack, unrestricted);
    SvcPolicy.accept(key, PolicyRule.FORBID_UNRESTRICTED, 'Breaks glass.', last);
    aKey(stack, { ...unrestricted, rotation }, 'other');
    expect(placesOf(errorOf(stack))).toEqual([
      '[stack/key] svc_api_key.rotation',
      '[stack/other] svc_api_key.unrestricted',
    ]);
  });

  it('follows a construct to the address that it has in the end', () => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, { forbidUnrestricted: true });
    const key = aKey(stack, unrestricted);
    SvcPolicy.accept(key, PolicyRule.FORBID_UNRESTRICTED, 'Breaks glass.', last);
    key.overrideLogicalId('glass');
    expect(() => Testing.synth(stack)).not.toThrow();
  });

  it('ends after its last day, and the error says so', () => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, { forbidUnrestricted: true });
    SvcPolicy.accept(
      aKey(stack, unrestricted),
      PolicyRule.FORBID_UNRESTRICTED,
      'Breaks glass.',
      '2026-01-31',
    );
    expect(errorOf(stack)).toMatch(
      /^\[stack\/key\] svc_api_key\.unrestricted: .* An entry accepts nothing after its day, or .*\.$/,
    );
  });

  it('accepts what only Terraform knows, too', () => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, { allowedScopes: [] });
    const key = aKey(stack, { scopes: Token.asList(expression('var.scopes')) });
    SvcPolicy.accept(key, PolicyRule.ALLOWED_SCOPES, 'The variable is reviewed elsewhere.', last);
    Testing.synth(stack);
    expect(messagesOf(stack)).toEqual({ warnings: [], notes: [] });
  });

  it.each([
    ['forbidUnrestricted', '', last, 'reason: Say in plain words why it is accepted.'],
    [
      'forbidUnrestricted',
      Lazy.stringValue({ produce: () => 'x' }),
      last,
      'reason: Only Terraform knows it.',
    ],
    ['unrestricted-key', 'why', last, 'rule: "unrestricted-key" is no risk'],
  ])('of the rule %j with the reason %j until %j is refused', (rule, reason, expires, message) => {
    const key = aKey(aStack().stack);
    expect(() => SvcPolicy.accept(key, rule, reason, expires)).toThrow(
      `[stack/key] SvcPolicy.accept: ${message}`,
    );
  });

  it('of a construct without a block is refused', () => {
    const group = new Construct(aStack().stack, 'group');
    expect(() => SvcPolicy.accept(group, PolicyRule.MAX_EVENTS, 'Why.', last)).toThrow(
      '[stack/group] SvcPolicy.accept: This is no key and no endpoint.',
    );
  });
});

describe('accepted-risks.json beside the program', () => {
  const policy = { forbidUnrestricted: true };
  const entry = { rule: 'forbidUnrestricted', address: 'svc_api_key.key', reason: 'Why.', expires: last };

  /** Synthesizes in a folder with this file. */
  function beside<Result>(entries: unknown, act: () => Result): Result {
    const [folder, before] = [mkdtempSync(join(tmpdir(), 'svc-accepted-')), process.cwd()];
    writeFileSync(join(folder, 'accepted-risks.json'), JSON.stringify(entries));
    process.chdir(folder);
    try {
      return act();
    } finally {
      process.chdir(before);
    }
  }

  it.each<[what: string, entry: object, passes: boolean]>([
    ['the instance', {}, true],
    ['the instance, by the name of the risk', { rule: 'unrestricted-key' }, true],
    ['the instance, in this stack', { stack: 'stack' }, true],
    ['the instance, in another stack', { stack: 'other' }, false],
    ['another rule', { rule: 'requireRotation' }, false],
    ['another key', { address: 'svc_api_key.other' }, false],
    ['an instance that the key does not have', { address: 'svc_api_key.key[0]' }, false],
    ['the instance until yesterday', { expires: '2026-01-31' }, false],
  ])('accepts %s: %j lets it pass: %s', (_, more, passes) => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, policy);
    aKey(stack, unrestricted);
    const synth = () => beside([{ ...entry, ...more }], () => Testing.synth(stack));
    if (passes) expect(synth).not.toThrow();
    else expect(synth).toThrow('[stack/key] svc_api_key.unrestricted: ');
  });

  it('of one instance leaves the judgement of all to the plan', () => {
    const keyed = (entries: unknown[], config: object = unrestricted) => {
      const { stack } = aStack();
      SvcPolicy.apply(stack, policy);
      aKey(stack, { ...config, forEach: TerraformIterator.fromList(['eu', 'us']) });
      beside(entries, () => Testing.synth(stack));
      return messagesOf(stack);
    };
    const unsure = { scopes: ['alerts:read'], unrestricted: Token.asAny(expression('var.open')) };
    for (const config of [unrestricted, unsure])
      expect(keyed([{ ...entry, address: 'svc_api_key.key["eu"]' }], config)).toEqual({
        warnings: [],
        notes: [expect.stringContaining('Only Terraform knows svc_api_key.key.unrestricted')],
      });
    expect(() => keyed([entry])).toThrow('svc_api_key.unrestricted: ');
  });

  it('fails the synthesis if it is wrong, with the entry', () => {
    const { stack } = aStack();
    SvcPolicy.apply(stack, policy);
    const wrong = [entry, { ...entry, expires: 'soon' }];
    expect(() => beside(wrong, () => Testing.synth(stack))).toThrow(
      'accepted-risks.json cannot be used. Entry 2: expires: "soon" is no day',
    );
  });
});

const placesOf = (error: string) => error.split('\n').map(line => line.replace(/: .*/, ''));
