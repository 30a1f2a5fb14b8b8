import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { policyOptions } from '../../../src/cli/report/policy';
import { holdingDay } from '../../harness/holding-day';
import { builtCommand } from '../cli/built-command';
import { keyChange, key as keyState, planJson } from './plan-json';

const planted = '5f3a9c0d1e2b5f3a9c0d1e2b';

const change = keyChange({
  address: 'svc_api_key.open["x"]',
  actions: ['create'],
  after: keyState({ scopes: null, unrestricted: true }),
});

const entry = {
  rule: 'forbidUnrestricted',
  address: 'svc_api_key.open["x"]',
  reason: 'Breaks \u202eglass.',
  expires: holdingDay,
};

/** A folder with a plan and a policy. Returns the path of one of its files. */
function aFolder(files: Readonly<Record<string, unknown>> = {}): (name: string) => string {
  const folder = temporaryFolder(tmpdir(), 'svc-review-');
  const all = { 'plan.json': planJson([change]), ...files };
  for (const [name, content] of Object.entries(all))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name => join(folder, name);
}

/** Reads the sources as the command does. */
type Sources = Partial<Parameters<typeof policyOptions>[0]>;
const optionsOf = (sources: Sources) =>
  policyOptions({ policy: undefined, acceptedRisks: undefined, plan: 'plan', ...sources });

describe('a report', () => {
  it('takes entries from a file', async () => {
    const file = aFolder({ 'risks.json': [entry] });
    const read = async (sources: Sources) => (await optionsOf(sources)).accepted;
    expect(await read({ acceptedRisks: file('risks.json') })).toMatchObject({ entries: [entry] });
    expect(await read({})).toMatchObject({ entries: [], stack: undefined });
  });

  it('passes an entry for a stack on the plan in its synthesized folder, and on no plan from standard input', () => {
    const file = aFolder({ 'accepted.json': [{ ...entry, stack: 'prod' }] });
    const folder = file('stacks/prod');
    cpSync(file('plan.json'), join(folder, 'plan'));
    const gate = ['--fail-on', 'unrestricted-key', '--accepted-risks', file('accepted.json')];
    const run = (plan: string) =>
      spawnSync(process.execPath, [builtCommand, 'report', plan, ...gate], {
        cwd: folder,
        input: planJson([change]),
      });
    expect(run('plan').status).toBe(3);
    writeFileSync(join(folder, 'cdk.tf.json'), '{}');
    expect(run('plan').status).toBe(0);
    cpSync(folder, file('elsewhere/prod'), { recursive: true });
    symlinkSync(file('elsewhere/prod/plan'), join(folder, 'linked'));
    for (const plan of [file('elsewhere/prod/plan'), 'linked']) expect(run(plan).status).toBe(3);
    const { status, stdout } = run('-');
    expect(status).toBe(3);
    expect(String(stdout)).toContain('nothing tells of which stack this plan is');
  });

  it.each<[source: 'policy' | 'acceptedRisks', file: string, message: string]>([
    ['policy', 'many.json', 'is wrong. maxEvents: 0 is no whole'],
    ['policy', 'text.json', 'is wrong. It is no JSON.'],
    ['policy', 'absent.json', 'cannot be read: ENOENT'],
    ['acceptedRisks', 'wrong.json', 'is wrong. Entry 2: rule: "drfit" is'],
    ['acceptedRisks', 'text.json', 'is wrong. It is no JSON.'],
    ['acceptedRisks', 'absent.json', 'cannot be read: ENOENT'],
  ])('refuses as %s the file %s, and repeats none of it', async (source, name, message) => {
    const wrong = ['drift', 'drfit'].map(rule => ({ ...entry, rule }));
    const file = aFolder({ 'many.json': { maxEvents: 0 }, 'wrong.json': wrong, 'text.json': planted });
    const error = await optionsOf({ [source]: file(name) }).catch((caught: unknown) => String(caught));
    expect(error).toContain(`${source === 'policy' ? 'The policy' : 'The file'} ${file(name)} ${message}`);
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
