import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { report as reportShape } from '../../../src/report/model';
import { commandLine } from '../cli/command-line';

const planted = randomBytes(20).toString('hex');

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
    key('gone', null, { actions: ['delete'], before: { ...common, unrestricted: true } }),
    {
      ...key('x', { url: `https://evil.example/${planted}`, events: ['a.b'], secret: planted }),
      address: 'svc_webhook_endpoint.pager',
      type: 'svc_webhook_endpoint',
    },
    {
      ...key('x', { url: 'https://evil.example/', events: [] }),
      address: 'data.svc_webhook_endpoint.read',
      type: 'svc_webhook_endpoint',
      mode: 'data',
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

/** A folder with a plan, a policy and a synthesized stack, and the built command in it. */
async function aReview(files: Readonly<Record<string, unknown>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-review-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'stack'));
  mkdirSync(join(folder, 'empty'));
  const all = { 'plan.json': plan, 'policy.json': rules, 'stack/svc-policy.json': stackPolicy, ...files };
  for (const [name, content] of Object.entries(all)) {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const { run } = await commandLine({});
  return async (...parameters: string[]) => {
    const paths = parameters.map(text =>
      text.includes('.json') || text === 'stack' || text === 'empty' ? join(folder, text) : text,
    );
    const ran = await run(['report', ...paths]);
    expect(ran.stdout + ran.stderr).not.toContain(planted);
    return { ...ran, stderr: ran.stderr.replaceAll(`${folder}/`, '') };
  };
}

const policyOf = (stdout: string) =>
  reportShape
    .parse(JSON.parse(stdout))
    .policy.map(({ rule, level, object, path, sentence }) =>
      [level, rule, object?.address ?? path, sentence].join(' | '),
    );

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
  it('holds every resource of a plan to a policy', async () => {
    const report = await aReview();
    const { code, stdout } = await report('plan.json', '--policy', 'policy.json', '--format', 'json');
    expect(code).toBe(0);
    expect(policyOf(stdout).toSorted()).toEqual([...inPlan, unrestricted].toSorted());
  });

  it('shows what a stack accepts, and lets that pass in the plan', async () => {
    const report = await aReview();
    const { stdout } = await report(
      'plan.json',
      '--policy',
      'policy.json',
      '--stack',
      'stack',
      '--format',
      'json',
    );
    expect(policyOf(stdout).toSorted()).toEqual([...inPlan, ...fromSynthesis].toSorted());
    expect(reportShape.parse(JSON.parse(stdout)).accepted).toEqual([
      {
        rule: 'forbidUnrestricted',
        path: 'stack/open',
        sentence: 'unrestricted: The key is unrestricted.',
        reason: 'Breaks glass.',
      },
    ]);
    const markdown = await report('plan.json', '--stack', 'stack');
    expect(markdown.stdout).toContain('### Accepted (1)');
  });

  it('hits the gate for what breaks a rule, and not for what cannot be judged or is accepted', async () => {
    const report = await aReview({ 'one.json': { forbidUnrestricted: true } });
    const gate = ['--fail-on', 'policy'];
    expect(await report('plan.json', '--policy', 'policy.json', ...gate)).toMatchObject({
      code: 3,
      stderr: '--fail-on: the plan has policy (5).\n',
    });
    expect((await report('plan.json', '--policy', 'one.json', ...gate)).code).toBe(3);
    expect((await report('plan.json', '--policy', 'one.json', '--stack', 'stack', ...gate)).code).toBe(0);
  });

  it('refuses a gate that could never be hit', async () => {
    const report = await aReview();
    expect(await report('plan.json', '--fail-on', 'policy', '--stack', 'stack')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'error: --fail-on policy takes --policy FILE, whose rules the plan is held to.\n',
    });
  });

  it.each<[what: string, files: Record<string, unknown>, parameters: string[], message: RegExp]>([
    [
      'a wrong rule',
      { 'policy.json': { maxEvents: 0 } },
      ['--policy', 'policy.json'],
      /^error: The policy policy\.json is wrong\. maxEvents: 0 is no whole/,
    ],
    [
      'a file that is no JSON',
      { 'policy.json': planted },
      ['--policy', 'policy.json'],
      /^error: The policy policy\.json is wrong\. It is no JSON\.$/m,
    ],
    [
      'an acceptance without a reason',
      {
        'stack/svc-policy.json': {
          ...stackPolicy,
          accepted: [{ ...stackPolicy.accepted[0], reason: '\u200b ' }],
        },
      },
      ['--stack', 'stack'],
      /or was written by another version of this package/,
    ],
    [
      'a folder that is no stack',
      {},
      ['--stack', 'empty'],
      /empty is no synthesized stack\. Name a folder such as cdktf\.out/,
    ],
    [
      'a file of another version',
      { 'stack/svc-policy.json': { version: 2 } },
      ['--stack', 'stack'],
      /or was written by another version of this package/,
    ],
  ])('names %s', async (_, files, parameters, message) => {
    const report = await aReview(files);
    const ran = await report('plan.json', ...parameters);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(message);
  });
});
