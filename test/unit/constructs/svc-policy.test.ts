import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  Annotations,
  App,
  Aspects,
  TerraformIterator,
  TerraformResource,
  TerraformStack,
  Testing,
} from 'cdktf';
import { type ApiKey, SvcPolicy, SvcProvider } from 'cdktf-provider-svc';
import { Construct, type IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { aKey, anEndpoint, messagesOf } from './policy-program';
import { aStack, expression } from './synthesis';

type Declare = (stack: TerraformStack) => unknown;

/** The errors and warnings of a stack with a policy. `test/unit/policy` has a row for each operand of the rules. */
function judged(declare: Declare, rules = {}) {
  const { stack } = aStack();
  Aspects.of(stack).add(
    new SvcPolicy({ forbidUnrestricted: true, allowedHosts: ['hooks.example.com'], ...rules }),
  );
  declare(stack);
  // A second synthesis says nothing twice.
  for (const _ of [1, 2]) Testing.synth(stack);
  return messagesOf(stack);
}

const open = { unrestricted: true };
const found = 'svc_api_key.unrestricted: The key is unrestricted';

describe('a synthesis with a policy', () => {
  it('refuses a plain value, with the rule and the entry that would accept it', () => {
    const errors = [
      `[stack/key] ${found}, so it may do everything. Name the scopes that it needs, and leave out unrestricted. The policy ` +
        'has the rule forbidUnrestricted. To accept the finding for a time, add an entry for svc_api_key.key to ' +
        'accepted-risks.json.',
    ];
    expect(judged(stack => aKey(stack, open))).toEqual({ errors, warnings: [] });
    const warned = { errors: [], warnings: errors };
    expect(judged(stack => aKey(stack, open), { onViolation: 'warn' })).toEqual(warned);
  });

  it('judges what a setter has left, in an endpoint too', () => {
    const { errors } = judged(stack => {
      Object.assign(aKey(stack, open), { scopes: ['alerts:read'], unrestricted: false });
      anEndpoint(stack).url = 'https://evil.example/';
    });
    expect(errors).toEqual([
      expect.stringContaining('[stack/alerts] svc_webhook_endpoint.url: The host evil'),
    ]);
  });

  it.each<[what: string, declare: Declare]>([
    ['an override', stack => anEndpoint(stack).addOverride('url', 'https://evil.example/')],
    ['an expression', stack => anEndpoint(stack, { url: `https://evil.example/${expression('var.path')}` })],
    ['a resource of others', stack => new Construct(stack, 'other')],
    [
      'a resource without a construct of this package',
      stack => {
        const raw = new TerraformResource(stack, 'raw', { terraformResourceType: 'svc_webhook_endpoint' });
        const secret = expression('var.secret');
        const values = { url: 'https://evil.example/', events: ['a.b'], secret };
        for (const [name, value] of Object.entries(values)) raw.addOverride(name, value);
      },
    ],
  ])('leaves %s to the report', (_, declare) => {
    expect(judged(declare)).toEqual({ errors: [], warnings: [] });
  });
});

const each = TerraformIterator.fromList(['a']);

it.each<[what: string, config: object, place: string]>([
  ['a key', {}, 'svc_api_key.key to'],
  ['forEach', { forEach: each }, 'each instance, such as svc_api_key.key["a"], to'],
  ['count', { count: 2 }, 'each instance, such as svc_api_key.key[0], to'],
])('a finding says how to accept it, and has no trace: %s', (_, config, place) => {
  const { stack } = aStack();
  Aspects.of(stack).add(new SvcPolicy({ forbidUnrestricted: true, requireRotation: true }));
  const { node } = aKey(stack, { ...open, ...config });
  Testing.synth(stack);
  const all = node.metadata.filter(({ type }) => type === '@cdktf/error');
  const remedy = `To accept the finding for a time, add an entry for ${place} accepted-risks.json.`;
  expect(all.map(({ data }) => data.endsWith(remedy))).toEqual([true, true]);
  expect(all.filter(({ trace }) => trace !== undefined)).toEqual([]);
});

it('a finding is said once, hides no stricter one, and takes with it nothing that others say', () => {
  const { stack } = aStack();
  const key = aKey(stack, open);
  Annotations.of(key).addError('of a person');
  for (const onViolation of ['warn', 'error', 'error', 'warn'])
    Aspects.of(stack).add(new SvcPolicy({ forbidUnrestricted: true, onViolation }));
  const [errors, finding] = [['[stack/key] of a person'], expect.stringContaining(found)];
  Testing.synth(stack);
  expect(messagesOf(stack)).toEqual({ errors: [...errors, finding], warnings: [finding] });
  Object.assign(key, { scopes: ['alerts:read'], unrestricted: false });
  Testing.synth(stack);
  expect(messagesOf(stack)).toEqual({ errors, warnings: [] });
});

describe('of a policy and an aspect, in any order, the policy judges the construct that is synthesized', () => {
  /** What a synthesis fails with. */
  function outcome(policyAt: string, aspectAt: string, aspect: (key: ApiKey) => void, isWrapped = false) {
    const app = new App({ outdir: Testing.app().outdir });
    const stack = new TerraformStack(app, 'stack');
    new SvcProvider(stack, 'svc', { source: 'svc/svc' });
    const key = aKey(stack);
    const policy = new SvcPolicy({ requireRotation: true, forbidUnrestricted: true });
    const ofPolicy = isWrapped ? { visit: (node: IConstruct) => policy.visit(node) } : policy;
    const ofAspect = { visit: (node: IConstruct) => void (node === key && aspect(key)) };
    const scopeOf = (place: string) => Aspects.of(place.endsWith('key') ? key : stack);
    if (aspectAt.startsWith('before')) scopeOf(aspectAt).add(ofAspect);
    scopeOf(policyAt).add(ofPolicy);
    if (!aspectAt.startsWith('before')) scopeOf(aspectAt).add(ofAspect);
    try {
      app.synth();
      return [];
    } catch (error) {
      return [...String(error).matchAll(/has the rule (\w+)/g)].map(([, rule]) => rule);
    }
  }
  const mend = (key: ApiKey) => key.putRotation({ afterDays: 30, overlapDays: 1 });
  const unrestrict = (key: ApiKey) => Object.assign(key, { unrestricted: true });
  const both = ['forbidUnrestricted', 'requireRotation'];

  it.each([
    ['stack', 'stack'],
    ['stack', 'before, stack'],
    ['stack', 'key'],
    ['key', 'stack'],
    ['key', 'key'],
  ])('policy: %s, aspect: %s', (policyAt, aspectAt) => {
    expect(outcome(policyAt, aspectAt, mend)).toEqual([]);
    expect(outcome(policyAt, aspectAt, unrestrict)).toEqual(both);
  });

  it('but one that another aspect wraps judges in its turn', () => {
    expect(outcome('stack', 'before, stack', unrestrict, true)).toEqual(both);
  });
});

describe('a policy', () => {
  it('applies to its scope alone, and a stricter one within it holds beside it', () => {
    const { stack } = aStack();
    const team = new Construct(stack, 'team');
    const add = (scope: Construct, allowedScopes: string[]) =>
      Aspects.of(scope).add(new SvcPolicy({ allowedScopes }));
    add(stack, ['a:x', 'b:x']);
    add(team, ['a:x', 'c:x']);
    aKey(stack, { scopes: ['b:x'] });
    aKey(team, { scopes: ['a:x'] }, 'allowed');
    aKey(team, { scopes: ['b:x', 'c:x'] }, 'neither');
    expect(() => Testing.fullSynth(stack)).toThrow('"c:x"');
    expect(messagesOf(stack).errors).toEqual([
      expect.stringMatching(/^\[stack\/team\/neither\].*"c:x"/),
      expect.stringMatching(/^\[stack\/team\/neither\].*"b:x"/),
    ]);
  });

  it('on an App applies to each stack with a provider', () => {
    const app = new App({ outdir: Testing.app().outdir, skipValidation: true });
    Aspects.of(app).add(new SvcPolicy({ forbidUnrestricted: true }));
    const stack = new TerraformStack(new Construct(app, 'group'), 'inner');
    new SvcProvider(stack, 'svc');
    aKey(stack, open);
    expect(() => app.synth()).toThrow(`[group/inner/key] ${found}`);
  });

  it('may be in the file that the report reads', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'svc-policy-')), 'policy.json');
    writeFileSync(file, JSON.stringify({ forbidUnrestricted: true }));
    const { stack } = aStack();
    Aspects.of(stack).add(SvcPolicy.fromFile(file, 'warn'));
    aKey(stack, open);
    Testing.synth(stack);
    expect(messagesOf(stack).warnings).toEqual([expect.stringContaining(found)]);
    writeFileSync(file, '{"maxEvents": "3"}');
    const message = `The policy ${file} cannot be used. maxEvents: "3" is no whole number`;
    expect(() => SvcPolicy.fromFile(file)).toThrow(message);
    expect(() => SvcPolicy.fromFile(`${file}.absent`)).toThrow('ENOENT');
  });

  it.each([
    [{ allowedHosts: ['https://x.example'] }, 'SvcPolicy: allowedHosts[0]: "https://x.example" is no host.'],
    [{ onViolation: 'ignore' }, 'SvcPolicy: onViolation: "ignore" is not a choice. Give "error" or "warn".'],
  ])('%j is refused by the constructor', (config, message) => {
    expect(() => new SvcPolicy(config)).toThrow(message);
  });
});
