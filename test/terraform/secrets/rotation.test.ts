import { expect, it } from 'vitest';
import { shiftedClock } from '../../harness/environment/shifted-clock';
import { type Scenario, scenario, withLogs } from '../../harness/scenario';

const address = 'svc_api_key.a';

const apiKey = (rotation: string, name = 'reporting') =>
  `resource "svc_api_key" "a" {\n  name = "${name}"\n  tenant_id = "ten_acme"\n  scopes = ["alerts:read"]\n  rotation = {\n${rotation}\n  }\n}\n`;

const monthly = 'after_days = 30\noverlap_days = 7';

async function started(configuration: string, logs: Readonly<Record<string, string>> = {}) {
  const clock = await shiftedClock();
  const environment = { ...logs, ...clock.options.environment };
  const s = await scenario({ ...clock.options, environment });
  const { state } = await s.apply(configuration);
  return { s, clock, first: valuesIn(state) };
}

const valuesIn = ({ resources }: Awaited<ReturnType<Scenario['state']>>) =>
  resources.find(({ type }) => type === 'svc_api_key')?.values ?? {};
const atOnce = /rotated without overlap.*revokes the current value at once/s;
const idsOn = (s: Scenario) => s.platform.controls.apiKeys.all().map(({ id }) => id);

it('a key that is due rotates in place as planned, a day later too, and a later apply revokes its predecessor', async () => {
  const { s, clock, first } = await started(apiKey(monthly), withLogs);
  await clock.moveTo(31);
  // Only a refresh reads the clock.
  expect((await s.plan(undefined, { flags: ['-refresh=false'] })).isEmpty).toBe(true);
  const plan = await s.plan();
  expect(plan.changes[address]).toMatchObject({
    actions: ['update'],
    unknown: { id: true, key: true, previous_expires_at: true },
    after: { previous_id: first['id'] },
  });
  await clock.moveTo(32);
  const second = valuesIn((await s.applyPlan(plan)).state);
  expect(second['key']).not.toBe(first['key']);
  expect(second['previous_id']).toBe(first['id']);
  expect(idsOn(s)).toEqual([first['id'], second['id']]);

  await clock.moveTo(40);
  const later = await s.planAndApply();
  expect(later.plan.changes[address]).toMatchObject({
    actions: ['update'],
    before: { previous_id: first['id'] },
    after: { previous_id: null, previous_expires_at: null, id: second['id'] },
  });
  expect(idsOn(s)).toEqual([second['id']]);
});

it('a key that became due after its plan is not rotated: the apply says that the next plan rotates it', async () => {
  const { s, clock, first } = await started(apiKey(monthly));
  await clock.moveTo(29);
  const plan = await s.plan(apiKey(monthly, 'renamed'));
  await clock.moveTo(31);
  const applied = await s.start('apply', '-no-color', plan.file).finished;
  expect(applied.stdout).toMatch(
    new RegExp(`API key ${first['id']} is due.*31 days old.*after_days is 30.*next plan rotates it`, 's'),
  );
  expect(valuesIn(await s.state())).toMatchObject({ id: first['id'], name: 'renamed' });
  await s.apply();
  expect(valuesIn(await s.state())).toMatchObject({ previous_id: first['id'] });
});

it('a key without an overlap is revoked at once; where the platform refuses, by the next apply', async () => {
  const { s, clock, first } = await started(apiKey('after_days = 30\noverlap_days = 0'));
  await clock.moveTo(31);
  const refusal = { kind: 'status', status: 403 } as const;
  s.platform.controls.faults.add({ operation: 'apiKeys.delete', times: 1, effect: refusal });
  const plan = await s.plan();
  await expect(s.applyPlan(plan, { warnings: 'any' })).rejects.toThrow(/the next plan is not empty/);
  expect(valuesIn(await s.state())).toMatchObject({ previous_id: first['id'] });
  expect(idsOn(s)).toHaveLength(2);
  await s.apply();
  expect(idsOn(s)).toHaveLength(1);
});

it('a trigger rotates the key if it changes, and if it is unknown; the end revokes both keys', async () => {
  const triggered = (release: string) => apiKey(`overlap_days = 7\ntriggers = { release = ${release} }`);
  const s = await scenario();
  await s.startFrom(triggered('"1"'));
  const first = valuesIn(await s.state());
  const second = valuesIn((await s.apply(triggered('"2"'))).state);
  expect(second).toMatchObject({ previous_id: first['id'] });

  const unknown = `resource "terraform_data" "release" {\n  input = "3"\n}\n${triggered('terraform_data.release.output')}`;
  const warnings = [new RegExp(`loses its previous value, ${first['id']}`)];
  const { state } = await s.apply(unknown, { warnings });
  expect(valuesIn(state)).toMatchObject({ previous_id: second['id'] });
  expect(idsOn(s)).toEqual([second['id'], valuesIn(state)['id']]);
  await s.destroy();
  expect(idsOn(s)).toEqual([]);
});

it('an imported key gets a known value by a changed trigger, and no longer works', async () => {
  const s = await scenario();
  const found = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read'] };
  const { id } = await s.behindTheBack(api => api.apiKeys.issue(found));
  const triggered = (release: number) => apiKey(`overlap_days = 0\ntriggers = { release = "${release}" }`);
  await s.configure(triggered(1));
  await s.import(address, id);
  await s.apply();
  expect(valuesIn(await s.state())).toMatchObject({ id, key: null });
  await s.apply(triggered(2), { warnings: [atOnce] });
  expect(valuesIn(await s.state())['key']).toMatch(/^svc_test_/);
  expect(idsOn(s)).toEqual([valuesIn(await s.state())['id']]);
});

it('a value out of range from a variable is an error before a key is issued', async () => {
  const s = await scenario();
  const days = 'variable "days" {\n  type = number\n}\n';
  await s.configure(days + apiKey('overlap_days = var.days\ntriggers = { release = "1" }'), { days: 3651 });
  const plan = await s.terraform('plan', '-no-color');
  expect(plan.stderr).toMatch(/Invalid rotation overlap.*from 0 to 3650/s);
  expect(idsOn(s)).toEqual([]);
});
