import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { platformRows } from '../../../src/cli/doctor/checks';
import type { Fault, SandboxOptions } from '../../../src/sandbox';
import { aSandbox } from '../../harness/a-sandbox';
import { securePlatform } from '../../harness/servers/secure-platform';
import { commandLine, runInProcess } from './command-line';

const row = z.object({ name: z.string(), verdict: z.string(), detail: z.string(), needed: z.boolean() });
const result = z.strictObject({
  version: z.string(),
  ok: z.boolean(),
  probed: z.boolean(),
  checks: z.array(row),
  assumptions: z.array(
    row.extend({
      source: z.string(),
      paragraph: z.string(),
      says: z.string(),
      otherwise: z.string(),
      costs: z.string(),
    }),
  ),
  unavailable_operations: z.array(z.string()),
  left: z.array(z.string()),
});

/** A program that says that it is this Terraform, at a path that JSON cannot have as a terminal shows it. */
function terraform(version: string): string {
  const program = join(mkdtempSync(join(tmpdir(), 'svc-doctor\u200b-')), 'terraform');
  writeFileSync(program, `#!/bin/sh\necho Terraform v${version}\n`, { mode: 0o755 });
  return program;
}

/** A sandbox and the command as a real process beside it, with the oldest Terraform. */
async function scene(options: SandboxOptions = {}) {
  const sandbox = await aSandbox(options);
  const own = { SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key };
  const settings = { ...own, TERRAFORM_BINARY_NAME: terraform('1.8.0') };
  const line = await commandLine(settings);
  const { controls } = sandbox;
  const doctor = async (...parameters: readonly string[]) => {
    const said = await line.run(['doctor', '--json', ...parameters]);
    expect(said.stdout + said.stderr).not.toContain(sandbox.key);
    return { ...said, ...result.parse(JSON.parse(said.stdout)) };
  };
  return {
    ...line,
    settings,
    sandbox,
    controls,
    doctor,
    refuse: (fault: Omit<Fault, 'effect'>, status: number) =>
      controls.faults.add({ ...fault, times: Number.POSITIVE_INFINITY, effect: { kind: 'status', status } }),
    methods: () => new Set(controls.requests.all().map(({ method }) => method)),
    objects: () => [...controls.webhooks.all(), ...controls.apiKeys.all()].map(({ id }) => id),
  };
}

/** Objects that no probe may touch. */
const theirs = {
  endpoint: { url: 'https://a.example/', events: ['alert.created'] },
  key: { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read'] },
};
const login = { SVC_AUTH_URL: 'https://auth.example', SVC_CLIENT_ID: 'a' };

const differencesIn = (rows: readonly z.infer<typeof row>[]) =>
  rows.filter(({ verdict }) => verdict === 'differs').map(({ name }) => name);

describe('doctor', () => {
  it('sends only GET requests without --probe, and judges what there is', async () => {
    const { doctor, controls, methods } = await scene();
    controls.webhooks.create(theirs.endpoint);
    const { code, ok, assumptions, probed } = await doctor();
    expect([code, ok, probed, ...methods()]).toEqual([0, true, false, 'GET']);
    const verdicts = Object.fromEntries(assumptions.map(({ name, verdict }) => [name, verdict]));
    expect(verdicts).toMatchObject({ 'webhooks.get': 'holds', 'webhooks.update': 'cannot be told' });
    expect(differencesIn(assumptions)).toEqual([]);
  });

  it('--probe names what it could not remove where a delete is not offered', async () => {
    const { doctor, refuse, objects } = await scene();
    refuse({ operation: 'webhooks.delete' }, 405);
    refuse({ operation: 'apiKeys.update' }, 405);
    const { code, ok, unavailable_operations, left, stderr } = await doctor('--probe', '--yes');
    const lacking = ['apiKeys.update', 'webhooks.delete'];
    expect([code, ok, unavailable_operations]).toEqual([1, false, lacking]);
    expect(objects()).toHaveLength(2);
    expect(left).toEqual(objects());
    expect(stderr).toContain(`could not remove ${objects()[0]}.`);
  });

  const probe = ['--probe', '--yes'];
  const accepting = [...probe, '--accept', 'webhooks.create'];
  const creates = { operation: 'webhooks.create' } as const;
  it.each<[string, Omit<Fault, 'effect'>, number, string[], string]>([
    ['a documented operation is missing', creates, 405, accepting, 'webhooks.create: see above.'],
    ['no create of a probe works', creates, 400, probe, 'webhooks.create: the probe has made nothing'],
    ['every list is refused', { method: 'GET' }, 403, [], 'platform: see above.'],
  ])('fails where %s, and does not propose to declare it', async (_, fault, status, flags, words) => {
    const { doctor, refuse } = await scene();
    refuse(fault, status);
    const { code, unavailable_operations, stderr } = await doctor(...flags);
    expect([code, unavailable_operations]).toEqual([1, []]);
    expect(stderr).toContain(words);
  });

  it('fails for a difference that may lose something, until it is accepted', async () => {
    const { doctor, run } = await scene({ dialect: { idempotency: 'ignored' } });
    const { code, ok, left, stderr } = await doctor(...probe);
    expect([code, ok, left]).toEqual([1, false, []]);
    expect(stderr).toContain('requests.idempotency_key: see above (leaves a key).');
    const accept = stderr.split('To accept what you have read: ')[1]?.trim().split(' ') ?? [];
    expect(accept).toEqual(['--accept', 'requests.idempotency_key']);
    expect(await doctor(...probe, ...accept)).toMatchObject({ code: 0, ok: true });
    expect(await run(['doctor', '--accept', 'updates'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('docs/assumptions.md has no updates.'),
    });
  });

  it('fails for the value of a key that cannot be sent, which is not the key of the caller', async () => {
    const { doctor, objects } = await scene({ dialect: { shown: { key: () => 'svc_test_••••' } } });
    const { code, left, checks, stderr } = await doctor(...probe);
    expect([code, left, objects(), differencesIn(checks.filter(({ needed }) => needed))]).toEqual([
      1,
      [],
      [],
      [],
    ]);
    expect(stderr).toContain('apiKeys.create: see above (leaves a key).');
    expect(stderr).not.toContain('SVC_API_KEY');
  });

  it('accepts that a platform asks each address, and so refuses that of the probe', async () => {
    const { doctor, refuse } = await scene();
    refuse({ operation: 'webhooks.create' }, 422);
    const { stderr } = await doctor(...probe);
    const accept = stderr.split('To accept what you have read: ')[1]?.trim().split(' ') ?? [];
    expect(await doctor(...probe, ...accept)).toMatchObject({ code: 0, ok: true });
  });

  it('--probe makes its keys for the tenant of another key where it cannot list tenants', async () => {
    const { doctor, controls, refuse } = await scene();
    controls.apiKeys.create(theirs.key);
    refuse({ operation: 'tenants.list' }, 403);
    await doctor('--probe', '--yes');
    expect(controls.requests.count('apiKeys.create')).toBe(2);
  });

  it('--probe removes an object whose response was lost, and none of others', async () => {
    const { doctor, controls, objects } = await scene({ dialect: { idempotency: 'ignored' } });
    controls.webhooks.create(theirs.endpoint);
    controls.apiKeys.create(theirs.key);
    const before = objects();
    for (const operation of ['webhooks.create', 'apiKeys.create'] as const)
      controls.faults.add({ operation, effect: { kind: 'drop-after' } });
    const { code, left } = await doctor('--probe', '--yes');
    expect({ code, left, objects: objects() }).toEqual({ code: 0, left: [], objects: before });
  });

  it.each(['webhooks', 'apiKeys'] as const)('--probe says what of %s may still appear', async name => {
    const { doctor, controls } = await scene({ dialect: { idempotency: 'ignored' } });
    controls.faults.add({ operation: `${name}.create`, effect: { kind: 'drop-before' } });
    const { code, left } = await doctor('--probe', '--yes');
    const words = new RegExp(`^what may still appear in ${name} with `);
    expect({ code, left }).toEqual({ code: 1, left: [expect.stringMatching(words)] });
  });

  it('an interrupted probe removes what it has made', async () => {
    const { start, controls, objects } = await scene();
    const held = controls.faults.add({ operation: 'webhooks.update', effect: { kind: 'hang-before' } });
    const command = start(['doctor', '--probe', '--yes']);
    await held.reached;
    expect(objects()).toHaveLength(2);
    command.process.kill('SIGINT');
    await expect.poll(() => command.output.stderr).toContain('Stopping.');
    held.remove();
    expect(await command.code).toBe(1);
    expect(objects()).toEqual([]);
    expect(controls.requests.count('apiKeys.create')).toBe(0);
  });

  it.each([
    ['cannot ask without a terminal', 'test', {}, [], 'add --yes'],
    ['takes --live for a key for production', 'live', {}, ['--yes'], 'add --live'],
    ['takes --live for a key of another form', 'test', { SVC_API_KEY: 'fake_key' }, ['--yes'], 'add --live'],
  ] as const)('a probe %s', async (_, environment, variables, parameters, advice) => {
    const { run, controls } = await scene({ environment });
    const { code, stderr } = await run(['doctor', '--probe', ...parameters], variables);
    expect({ code, requests: controls.requests.count() }).toEqual({ code: 1, requests: 0 });
    expect(stderr).toContain(advice);
  });

  it('a probe with --live works with a key for production', async () => {
    const { doctor, objects } = await scene({ environment: 'live' });
    expect(await doctor('--probe', '--yes', '--live')).toMatchObject({ code: 0, probed: true });
    expect(objects()).toEqual([]);
  });

  it.each([
    ['a refused key', { SVC_API_KEY: 'svc_test_FAKE0000FAKE0000FAKE0000', ...login }, 'platform', '401'],
    ['no credential', { SVC_API_KEY: '' }, 'platform', 'SVC_API_KEY'],
    ['no client', { SVC_API_KEY: '', SVC_AUTH_URL: 'https://a.example' }, 'platform', '(or SVC_API_KEY)'],
    ['nobody logged in', { SVC_API_KEY: '', ...login }, 'platform', 'Nobody is logged in'],
    ['an address that nobody serves', { SVC_BASE_URL: 'http://127.0.0.1:1' }, 'platform', 'ECONNREFUSED'],
    ['an old Terraform', { TERRAFORM_BINARY_NAME: terraform('1.7.5') }, 'Terraform', '1.8 is needed'],
    ['the Terraform before 1', { TERRAFORM_BINARY_NAME: terraform('0.15.5') }, 'Terraform', '1.8 is needed'],
    ['no Terraform', { TERRAFORM_BINARY_NAME: 'no-such-program' }, 'Terraform', 'TERRAFORM_BINARY_NAME'],
  ])('%s is a failure', async (_, environment, name, words) => {
    const { home, settings } = await scene();
    vi.stubEnv('SVC_AUTH_URL', undefined).stubEnv('SVC_CLIENT_ID', undefined);
    const own = { HOME: home, XDG_CONFIG_HOME: home };
    const { code, stdout } = await runInProcess(['doctor', '--json'], {
      ...own,
      ...settings,
      ...environment,
    });
    expect(code).toBe(1);
    const { checks, ok } = result.parse(JSON.parse(stdout));
    expect(ok).toBe(false);
    expect(checks.find(check => check.name === name)).toMatchObject({
      verdict: 'differs',
      detail: expect.stringContaining(words),
    });
  });

  it('a certificate that is not trusted is a failure that names NODE_EXTRA_CA_CERTS, which cures it', async () => {
    const { run, home, sandbox } = await scene();
    const { url, certificate, credentials } = await securePlatform();
    const refused = await run(['doctor'], { SVC_BASE_URL: url });
    expect(refused.code).toBe(1);
    expect(refused.stdout).not.toContain('cannot be told  webhooks');
    expect(refused.stdout).toMatch(/^differs +platform .*SELF_SIGNED.*NODE_EXTRA_CA_CERTS/m);
    expect(credentials).toEqual([]);
    const file = join(home, 'authority.pem');
    writeFileSync(file, certificate);
    const next = { TERRAFORM_BINARY_NAME: terraform('2.0.0') };
    const trusted = await run(['doctor'], { SVC_BASE_URL: url, NODE_EXTRA_CA_CERTS: file, ...next });
    expect(trusted.stdout).toMatch(/^holds +Terraform .*^holds +platform .*certificate is trusted/ms);
    expect(new Set(credentials)).toEqual(new Set([`Bearer ${sandbox.key}`]));
  });

  it.each([
    [60, 'holds', '60 seconds ahead of'],
    [61, 'differs', '61 seconds ahead of'],
    [-61, 'differs', '61 seconds behind'],
  ])('a clock that is %i seconds ahead %s, and is no failure', (seconds, verdict, detail) => {
    const since = 90_000;
    const platformTime = { now: Date.now() - seconds * 1000 - since, at: performance.now() - since };
    const examination = { failure: undefined, platformTime, assumptions: [], left: [] };
    const clock = platformRows('https://a.example', 'API key', examination).at(-1);
    expect(clock).toMatchObject({ verdict, needed: false, detail: expect.stringContaining(detail) });
  });

  it('tells whether install has put the provider where Terraform finds it', async () => {
    const { doctor, run } = await scene();
    const provider = async () => (await doctor()).checks.find(({ name }) => name === 'provider');
    const detail = expect.stringContaining('-provider-svc install');
    expect(await provider()).toMatchObject({ verdict: 'differs', needed: false, detail });
    await run(['install']);
    expect(await provider()).toMatchObject({ verdict: 'holds' });
  });
});
