import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { type PolicySources, policyOptions } from '../../../src/cli/report/policy';
import { holdingDay } from '../../harness/holding-day';
import { builtCommand } from '../cli/built-command';
import { endpointChange, keyChange, key as keyState, planJson } from './plan-json';
import { reportOn } from './report-on';

const planted = '5f3a9c0d1e2b5f3a9c0d1e2b';

const common = { name: 'n', tenant_id: 'ten_1' };
const key = (name: string, after: object, more: object = {}) =>
  keyChange({
    address: `svc_api_key.${name}`,
    actions: ['create'],
    after: { ...common, ...after },
    unknown: { id: true },
    ...more,
  });
const url = `https://evil.example/${planted}`;
const plan = planJson([
  key('good', { scopes: ['alerts:read'] }),
  key('open["x"]', { unrestricted: true }),
  key('wide', { scopes: ['tenants:write'] }),
  key('hidden', { scopes: ['devices:read'] }, { afterSensitive: { scopes: true } }),
  key('unknown', {}, { unknown: { id: true, scopes: true } }),
  endpointChange({ actions: ['create'], after: { url, events: ['a.b'], secret: planted } }),
]);

const rules = {
  forbidUnrestricted: true,
  allowedScopes: ['alerts:read'],
  allowedHosts: ['hooks.example.com'],
  requireWriteOnlySecrets: true,
};

const entry = {
  rule: 'forbidUnrestricted',
  address: 'svc_api_key.open["x"]',
  reason: 'Breaks \u202eglass.',
  expires: holdingDay,
};

/** A folder with a plan and a policy. Returns the path of one of its files. */
function aFolder(files: Readonly<Record<string, unknown>> = {}): (name: string) => string {
  const folder = temporaryFolder(tmpdir(), 'svc-review-');
  const all = { 'plan.json': plan, 'policy.json': rules, ...files };
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
  'error | allowedScopes | svc_api_key.unknown | scopes: Known after apply, so nobody has judged this rule. Apply first what it comes from.',
];

/** Reads the sources as the command does. */
const optionsOf = (sources: Partial<PolicySources>) =>
  policyOptions({ policy: undefined, acceptedRisks: undefined, plan: 'plan', ...sources });

describe('a report', () => {
  it('holds every resource of a plan to a policy', async () => {
    const file = aFolder();
    const report = reportOn(plan, await optionsOf({ policy: file('policy.json') }));
    const found = report.policy.map(({ rule, level, object, sentence }) =>
      [level, rule, object?.address, sentence].join(' | '),
    );
    expect(found.toSorted()).toEqual([...inPlan, unrestricted].toSorted());
    expect(JSON.stringify(report)).not.toContain(planted);
  });

  it('says in the line of a change what is known after apply', () => {
    const unknown = { id: true, key: true, tenant_id: true, scopes: [true], unrestricted: true };
    const { changes } = reportOn(
      planJson([
        keyChange({ actions: ['create'], after: { name: 'ci' }, unknown: { ...unknown, rotation: true } }),
        endpointChange({ actions: ['create'], after: {}, unknown: { id: true, url: true, events: true } }),
        keyChange({ actions: ['create'], after: keyState(), unknown: { id: true, environment: true } }),
        keyChange({ actions: ['delete'], before: keyState(), unknown: {} }),
      ]),
    );
    const ends = changes.map(
      ({ sentences }) => /^known after apply: (.*)$/.exec(sentences.at(-1)?.text ?? '')?.[1],
    );
    const expected = ['tenant_id, scopes, unrestricted, rotation', 'url, events', undefined, undefined];
    expect(ends.toSorted()).toEqual(expected.toSorted());
  });

  it('takes entries from a file, and knows a stack by the folder of its plan', async () => {
    const file = aFolder({ 'risks.json': [entry] });
    const read = async (sources: Partial<PolicySources>) => (await optionsOf(sources)).accepted;
    expect(await read({ acceptedRisks: file('risks.json') })).toMatchObject({ entries: [entry] });
    expect(await read({ plan: 'cdktf.out/stacks/prod/plan' })).toMatchObject({ entries: [], stack: 'prod' });
    expect((await read({}))?.stack).toBe(undefined);
  });

  it.each<[what: string, sources: Partial<PolicySources>, message: RegExp]>([
    [
      'a policy with a wrong rule',
      { policy: 'many.json' },
      /^Error: The policy \S+ is wrong\. maxEvents: 0 is no whole/,
    ],
    [
      'a policy that is no JSON',
      { policy: 'text.json' },
      /^Error: The policy \S+ is wrong\. It is no JSON\.$/,
    ],
    ['a policy without a file', { policy: 'absent.json' }, /^Error: The policy \S+ cannot be read: ENOENT/],
    [
      'a wrong entry',
      { acceptedRisks: 'wrong.json' },
      /^Error: The file \S+ is wrong\. Entry 2: rule: "drfit" is/,
    ],
    [
      'entries that are no JSON',
      { acceptedRisks: 'text.json' },
      /^Error: The file \S+text\.json is wrong\. It is no JSON\.$/,
    ],
    [
      'entries without a file',
      { acceptedRisks: 'absent.json' },
      /^Error: The file \S+ cannot be read: ENOENT/,
    ],
  ])('refuses %s, and repeats no file', async (_, sources, message) => {
    const wrong = ['drift', 'drfit'].map(rule => ({ ...entry, rule }));
    const file = aFolder({ 'many.json': { maxEvents: 0 }, 'wrong.json': wrong, 'text.json': planted });
    const named = Object.entries(sources).map(([name, path]) => [name, file(path ?? '')]);
    const error = await optionsOf(Object.fromEntries(named)).catch((caught: unknown) => String(caught));
    expect(error).toMatch(message);
    expect(error).not.toContain(planted);
  });

  it('hits the gate, lets pass what accepted-risks.json here accepts, and refuses a gate without a policy', () => {
    const file = aFolder({ 'one.json': { forbidUnrestricted: true } });
    const report = (...parameters: string[]) => {
      const gate = ['report', file('plan.json'), '--fail-on', 'policy,unrestricted-key', ...parameters];
      const { status, stdout, stderr } = spawnSync(process.execPath, [builtCommand, ...gate], {
        cwd: file('.'),
      });
      return { code: status, stdout: String(stdout), stderr: String(stderr) };
    };
    const stderr = '--fail-on: the plan has policy (1), unrestricted-key (1).\n';
    expect(report('--policy', 'one.json')).toMatchObject({ code: 3, stderr });
    writeFileSync(file('accepted-risks.json'), JSON.stringify([entry]));
    const passed = report('--policy', 'one.json');
    expect(passed).toMatchObject({ code: 0 });
    expect(passed.stdout).toContain('### Accepted (2)');
    expect(passed.stdout).toContain('Reason: `Breaks \\u{202e}glass.`');
    expect(report()).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'error: --fail-on policy takes --policy FILE, whose rules the plan is held to.\n',
    });
  });
});
