import { describe, expect, it } from 'vitest';
import { type AcceptedRisk, readAcceptedRisks } from '../../../src/constructs/policy/rules/accepted-risks';
import { ruleNames } from '../../../src/constructs/policy/rules/policy';
import { verdictOf } from '../../../src/report/verdict';
import { riskNames } from '../../../src/risks/names';
import { key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

const opened = (address: string, more: object = {}) =>
  keyChange({ address, actions: ['create'], after: key({ scopes: null, unrestricted: true }), ...more });
const [eu, us] = ['svc_api_key.ci["eu"]', 'svc_api_key.ci["us"]'];
const both = [opened(eu), opened(us)];
const policy = { forbidUnrestricted: true };

const judged = (
  entries: readonly Partial<AcceptedRisk>[],
  changes = both,
  { stack, ...options }: { stack?: string } & Parameters<typeof reportOn>[1] = {},
  more: object = {},
) => {
  const whole = { rule: 'forbidUnrestricted', address: eu, reason: 'Why.', expires: '2027-01-31' };
  const text = JSON.stringify(entries.map(entry => ({ ...whole, ...entry })));
  const accepted = {
    entries: readAcceptedRisks(text, [...ruleNames, ...riskNames]),
    today: '2027-01-31',
    stack,
  };
  const report = reportOn(planJson(changes, { ...more }), { policy, accepted, ...options });
  const found = [
    ...report.risks.map(({ name, object }) => `${name} ${object?.address}`),
    ...report.policy.map(({ rule, object, address }) =>
      object ? `${rule} ${object.address}` : `idle ${address}`,
    ),
  ];
  return { report, found };
};

const of = (address: string) => [`unrestricted-key ${address}`, `forbidUnrestricted ${address}`];

describe('an accepted risk', () => {
  it('passes for its instance alone, under both names of one judgement', () => {
    const { found, report } = judged([{}]);
    expect(found).toEqual(of(us));
    expect(report.changes.map(({ object }) => object.address)).toEqual([us, eu]);
    expect(report.accepted).toEqual([
      {
        ...acceptedOf('unrestricted-key'),
        severity: 'critical',
        sentence: 'key ci is issued without limits',
      },
      {
        ...acceptedOf('forbidUnrestricted'),
        severity: null,
        sentence: expect.stringContaining('may do everything'),
      },
    ]);
    expect(verdictOf(report).risks).toBe('1 critical, 1 policy error, 2 accepted (1 critical)');
  });

  const acceptedOf = (rule: string) => ({
    rule,
    reason: 'Why.',
    expires: '2027-01-31',
    address: eu,
    object: expect.objectContaining({ address: eu }),
  });

  const idle = `idle ${eu}`;
  const removed = [keyChange({ address: eu, actions: ['forget'], before: key({ unrestricted: true }) })];
  const unknown = [opened(eu, { after: key(), unknown: { unrestricted: true } })];
  const scoped = [keyChange({ address: eu, actions: ['no-op'], before: key(), after: key() })];

  it.each<[what: string, entry: Partial<AcceptedRisk>, said?: string]>([
    ['passes by the name of the risk', { rule: 'unrestricted-key' }],
    ['of another rule does not pass', { rule: 'allowedScopes' }, 'accepts this, and the plan has no'],
    ['of more than 366 days accepts nothing', { expires: '2028-02-02' }, 'ends more than 366 days from now'],
    ['does not pass after its last day', { expires: '2027-01-30' }, 'expired on 2027-01-30. Remove it, or'],
  ])('%s', (_, entry, said) => {
    const { found, report } = judged([entry]);
    const expected = said === undefined ? of(us) : [...of(eu), ...of(us), idle];
    expect(found.toSorted()).toEqual(expected.toSorted());
    const warnings = report.policy.filter(({ level }) => level === 'warning').map(({ sentence }) => sentence);
    expect(warnings).toEqual(said === undefined ? [] : [expect.stringContaining(said)]);
  });

  it('does not pass for the block, or for an address that only looks alike', () => {
    for (const address of ['svc_api_key.ci', 'svc_api_key.ci["e"]', 'svc_api_key.ci["\\u{200b}eu"]'])
      expect(judged([{ address }]).found).toEqual(expect.arrayContaining([...of(eu), ...of(us)]));
  });

  it('passes by a later entry, and the expired one is said; of two that fit, the first gives its reason', () => {
    const { found, report } = judged([{}, { reason: 'Other.' }]);
    expect([found, report.accepted[0]?.reason]).toEqual([of(us), 'Why.']);
    expect(judged([{ expires: '2027-01-30' }, {}]).found.toSorted()).toEqual([...of(us), idle].toSorted());
  });

  it.each<[why: string, entry: Partial<AcceptedRisk>, options: object, more: object]>([
    ['nobody judges the rule', {}, { policy: undefined }, {}],
    ['the plan is of a part', {}, {}, { complete: false }],
    ['planning failed', {}, {}, { errored: true }],
    ['the plan is refresh-only', {}, { mode: 'drift' }, {}],
    ['it is for another stack', { stack: 'prod' }, { stack: 'dev' }, {}],
  ])('is not said to be idle if %s', (_, entry, options, more) => {
    expect(judged([{}], scoped).found).toEqual([idle]);
    expect(judged([entry], scoped, options, more).found).toEqual([]);
  });

  it('for a stack passes in that stack alone', () => {
    expect(judged([{ stack: 'prod' }], both, { stack: 'prod' }).found).toEqual(of(us));
    expect(judged([{ stack: 'prod' }], both, { stack: 'dev' }).found).toHaveLength(4);
    expect(judged([{ stack: 'prod' }]).found.toSorted()).toEqual([...of(eu), ...of(us), idle].toSorted());
    expect(judged([{ stack: 'prod' }, {}]).found.toSorted()).toEqual([...of(us), idle].toSorted());
  });

  it('covers a rule that cannot be judged yet', () => {
    const issued = `key-issued ${eu}`;
    expect(judged([{}], unknown).found).toEqual([issued]);
    expect(judged([], unknown).found.toSorted()).toEqual([...of(eu), issued].toSorted());
  });

  it('of a policy does not cover that the key leaves the state and goes on working', () => {
    expect(judged([{}], removed).found).toEqual([`unrestricted-key ${eu}`, idle]);
    expect(judged([{ rule: 'unrestricted-key' }], removed).found).toEqual([]);
  });
});

const held = 'svc_test_0123456789abcdefghijABCDEFGHIJ01';
const literal = { name: 'svc', expressions: { api_key: { constant_value: held } } };

it.each([
  ['secret-shown', 'output.x'],
  ['secret-shown', 'terraform_data.l["a.b"]'],
  ['check-failed', 'check.h'],
  ['action-invoked', 'action.svc_webhook_endpoint_test.n'],
  ['literal-secret', 'provider.svc'],
  ['literal-secret', 'module.m.provider.svc'],
])('an entry accepts %s at %s, which is no key and no endpoint', (rule, address) => {
  const change = { actions: ['create'], after: { input: held } };
  const configuration = {
    provider_config: { svc: literal, 'module.m:svc': { ...literal, module_address: 'module.m' } },
    root_module: { outputs: { x: {} }, module_calls: { m: { module: {} } } },
  };
  const invocation = { address: 'action.svc_webhook_endpoint_test.n', type: 'svc_webhook_endpoint_test' };
  const { report } = judged(
    [{ rule, address }],
    [{ address: 'terraform_data.l["a.b"]', type: 'terraform_data', change }],
    {},
    {
      configuration,
      output_changes: { x: { actions: ['create'], after: held } },
      action_invocations: [invocation],
      checks: [{ address: { to_display: 'check.h' }, status: 'fail' }],
    },
  );
  expect(report.accepted.map(found => [found.rule, found.address])).toEqual([[rule, address]]);
});
