import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { policyOptions } from '../../../src/cli/report/policy';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { commandLine } from '../cli/command-line';
import { reportOn } from './report-on';

const planted = '5f3a9c0d1e2b5f3a9c0d1e2b';

const key = (name: string, after: object | null, more: object = {}) => ({
  address: `svc_api_key.${name}`,
  mode: 'managed',
  type: 'svc_api_key',
  provider_name: 'registry.terraform.io/svc/svc',
  change: { actions: ['create'], before: null, after, after_unknown: { id: true }, ...more },
});

const common = { name: 'n', tenant_id: 'ten_1' };
const plan = {
  format_version: '1.2',
  resource_changes: [
    key('good', { ...common, scopes: ['alerts:read'] }),
    key('open["x"]', { ...common, unrestricted: true }),
    key('wide', { ...common, scopes: ['tenants:write'] }),
    key('hidden', { ...common, scopes: ['devices:read'] }, { after_sensitive: { scopes: true } }),
    key('unknown', common, { after_unknown: { id: true, scopes: true } }),
    {
      ...key('x', { url: `https://evil.example/${planted}`, events: ['a.b'], secret: planted }),
      address: 'svc_webhook_endpoint.pager',
      type: 'svc_webhook_endpoint',
    },
  ],
};

const rules = {
  forbidUnrestricted: true,
  allowedScopes: ['alerts:read'],
  allowedHosts: ['hooks.example.com'],
  requireWriteOnlySecrets: true,
};

const place = {
  path: 'stack/open',
  address: 'svc_api_key.open',
  rule: 'forbidUnrestricted',
  attribute: 'unrestricted',
};
const stackPolicy = {
  version: 1,
  accepted: [
    {
      ...place,
      found: 'The key is unrestricted.',
      remedy: 'Name its scopes.',
      scopes: [],
      reason: 'Breaks glass.',
    },
  ],
  staleAcceptances: [{ path: 'stack/stale', rule: 'allowedHosts', reason: 'A move \u001b[2J\u202e in May.' }],
};

/** A folder with a plan, a policy and a synthesized stack. Returns the path of one of its files. */
function aFolder(files: Readonly<Record<string, unknown>> = {}): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-review-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['stack', 'empty']) mkdirSync(join(folder, name));
  const all = { 'plan.json': plan, 'policy.json': rules, 'stack/svc-policy.json': stackPolicy, ...files };
  for (const [name, content] of Object.entries(all))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name => join(folder, name);
}

const hosts = 'Keep to the allowed hosts: hooks.example.com.';
const unrestricted =
  'error | forbidUnrestricted | svc_api_key.open["x"] | unrestricted: The key is unrestricted, so it may do everything. Name the scopes that it needs, and leave out unrestricted.';
const inPlan = [
  'error | allowedScopes | svc_api_key.hidden | scopes: The value, which is sensitive, breaks the rule. Keep to the allowed scopes: alerts:read.',
  'error | allowedScopes | svc_api_key.wide | scopes: The key has scopes that are not allowed: "tenants:write". Keep to the allowed scopes: alerts:read.',
  `error | allowedHosts | svc_webhook_endpoint.pager | url: The host evil.example is not allowed. ${hosts}`,
  'error | requireWriteOnlySecrets | svc_webhook_endpoint.pager | secret: The signing secret is given by secret, so saved plans and the state hold it. Give it by secret_wo, with secret_wo_version.',
  'warning | allowedScopes | svc_api_key.unknown | scopes: The value is known after apply, so the rule is not judged.',
];
const fromSynthesis = [
  'warning | allowedHosts | stack/stale | Accepted in code, and there is no such finding any more. The reason was: A move \\u{1b}[2J\\u{202e} in May.',
];

describe('a report', () => {
  it.each([
    ['holds every resource of a plan to a policy', undefined, [...inPlan, unrestricted]],
    [
      'lets pass what a stack accepts, and tells its stale acceptances',
      'stack',
      [...inPlan, ...fromSynthesis],
    ],
  ])('%s', async (_, stack, expected) => {
    const file = aFolder();
    const sources = { policy: file('policy.json'), stack: stack && file(stack) };
    const report = reportOn(JSON.stringify(plan), await policyOptions(sources));
    const found = report.policy.map(({ rule, level, object, path, sentence }) =>
      [level, rule, object?.address ?? path, sentence].join(' | '),
    );
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(JSON.stringify(report)).not.toContain(planted);
  });

  it('lets pass no other rule of an object than the accepted one', async () => {
    const [open] = stackPolicy.accepted;
    const accepted = [{ ...open, address: 'svc_api_key.wide' }];
    const file = aFolder({ 'stack/svc-policy.json': { ...stackPolicy, accepted } });
    const sources = { policy: file('policy.json'), stack: file('stack') };
    const { policy } = reportOn(JSON.stringify(plan), await policyOptions(sources));
    expect(policy.map(({ object }) => object?.address)).toContain('svc_api_key.wide');
  });

  it('shows what a stack accepts, also without a policy', async () => {
    const report = reportOn(
      JSON.stringify(plan),
      await policyOptions({ policy: undefined, stack: aFolder()('stack') }),
    );
    const { reason } = stackPolicy.accepted[0] ?? {};
    const sentence = 'unrestricted: The key is unrestricted.';
    expect(report.accepted).toEqual([{ rule: 'forbidUnrestricted', path: 'stack/open', sentence, reason }]);
    expect(report.policy).toHaveLength(fromSynthesis.length);
    expect(renderMarkdown(report)).toContain('### Accepted (1)');
  });

  it('of a stack without a policy file has nothing accepted', async () => {
    const file = aFolder({ 'empty/cdk.tf.json': {} });
    expect(await policyOptions({ policy: undefined, stack: file('empty') })).toMatchObject({ accepted: [] });
    expect(await policyOptions({ policy: undefined, stack: undefined })).toEqual({});
  });

  /** The error, and whether it repeats a file. */
  const errorOf = async (files: Readonly<Record<string, unknown>>, policy?: string, stack?: string) => {
    const file = aFolder(files);
    const sources = { policy: policy && file(policy), stack: stack && file(stack) };
    const error = await policyOptions(sources).catch((caught: unknown) => String(caught));
    expect(error).not.toContain(planted);
    return error;
  };

  it.each<[what: string, rules: unknown, message: RegExp]>([
    ['a wrong rule', { maxEvents: 0 }, /^Error: The policy \S+ is wrong\. maxEvents: 0 is no whole/],
    ['a file that is no JSON', planted, /^Error: The policy \S+ is wrong\. It is no JSON\.$/],
  ])('names %s', async (_, rules, message) => {
    expect(await errorOf({ 'policy.json': rules }, 'policy.json')).toMatch(message);
    expect(await errorOf({}, 'absent.json')).toMatch(/^Error: The policy \S+ cannot be read: ENOENT/);
  });

  it.each<[what: string, accepted: unknown]>([
    [
      'an acceptance without a reason',
      { ...stackPolicy, staleAcceptances: [{ ...place, reason: '\u200b ' }] },
    ],
    [
      'an acceptance of no rule',
      { ...stackPolicy, staleAcceptances: [{ ...place, rule: 'x', reason: 'Why.' }] },
    ],
    ['a file of another version', { ...stackPolicy, version: 2 }],
    ['a file that is no JSON', planted],
  ])('of a stack refuses %s', async (_, accepted) => {
    const error = await errorOf({ 'stack/svc-policy.json': accepted }, undefined, 'stack');
    expect(error).toMatch(/svc-policy\.json is damaged, or was written by another version of this package/);
    expect(await errorOf({}, undefined, 'empty')).toMatch(
      /empty is no synthesized stack\. Name a folder such/,
    );
  });

  it('hits the gate, lets accepted findings pass, and refuses a gate that could never be hit', async () => {
    const file = aFolder({ 'one.json': { forbidUnrestricted: true } });
    const { run } = await commandLine({});
    const report = (...parameters: string[]) =>
      run(['report', file('plan.json'), '--fail-on', 'policy', ...parameters]);
    const stderr = '--fail-on: the plan has policy (1).\n';
    expect(await report('--policy', file('one.json'))).toMatchObject({ code: 3, stderr });
    expect(await report('--policy', file('one.json'), '--stack', file('stack'))).toMatchObject({ code: 0 });
    expect(await report('--stack', file('stack'))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'error: --fail-on policy takes --policy FILE, whose rules the plan is held to.\n',
    });
  });
});
