import { describe, expect, it } from 'vitest';
import { shiftedClock } from '../../harness/environment/shifted-clock';
import { type Scenario, scenario, withLogs } from '../../harness/scenario';
import { refusedTogether } from '../refused-together';

const address = 'svc_api_key.a';

const apiKey = (rotation: string, changes = '') =>
  `resource "svc_api_key" "a" {\n  name = "reporting"\n  tenant_id = "ten_acme"\n  scopes = ["alerts:read"]\n  rotation = {\n${rotation}\n  }\n${changes}}\n`;

const monthly = apiKey('after_days = 30\noverlap_days = 7');

async function started(configuration: string, logs: Readonly<Record<string, string>> = {}) {
  const clock = await shiftedClock();
  const environment = { ...logs, ...clock.options.environment };
  const s = await scenario({ ...clock.options, environment });
  const { state } = await s.apply(configuration);
  return { s, clock, first: valuesIn(state) };
}

const valuesIn = (state: Awaited<ReturnType<Scenario['state']>>) => state.resources[0]?.values ?? {};
const atOnce = /rotated without overlap.*revokes the current value at once/s;
const idsOn = (s: Scenario) => s.platform.controls.apiKeys.all().map(({ id }) => id);

describe('a key that is due', () => {
  it('rotates in place with an overlap, and a later apply revokes its predecessor', async () => {
    const { s, clock, first } = await started(monthly, withLogs);
    await clock.moveTo(29);
    expect((await s.plan()).isEmpty).toBe(true);

    await clock.moveTo(31);
    const { plan, state } = await s.planAndApply();
    expect(plan.changes[address]).toMatchObject({
      actions: ['update'],
      unknown: { id: true, key: true, previous_expires_at: true },
      after: { previous_id: first['id'] },
    });
    const second = valuesIn(state);
    expect(second['id']).not.toBe(first['id']);
    expect(second['key']).not.toBe(first['key']);
    expect(second['previous_id']).toBe(first['id']);
    expect(idsOn(s)).toEqual([first['id'], second['id']]);

    await clock.moveTo(37);
    expect((await s.plan()).isEmpty).toBe(true);

    await clock.moveTo(39);
    const later = await s.planAndApply();
    expect(later.plan.changes[address]).toMatchObject({
      actions: ['update'],
      before: { previous_id: first['id'] },
      after: { previous_id: null, previous_expires_at: null, id: second['id'] },
    });
    expect(idsOn(s)).toEqual([second['id']]);
  });

  it('rotates as planned if the plan is applied a day later', async () => {
    const { s, clock, first } = await started(monthly);
    await clock.moveTo(31);
    const plan = await s.plan();
    await clock.moveTo(32);
    const { state } = await s.applyPlan(plan);
    expect(valuesIn(state)).toMatchObject({ previous_id: first['id'] });
  });

  it('is not rotated by a plan that found it not due, applied when it is', async () => {
    const { s, clock, first } = await started(monthly);
    await clock.moveTo(29);
    const plan = await s.plan(
      apiKey('after_days = 30\noverlap_days = 7', '').replace('reporting', 'renamed'),
    );
    await clock.moveTo(31);
    await expect(s.applyPlan(plan)).rejects.toThrow(/converged: the next plan is not empty/);
    expect(valuesIn(await s.state())).toMatchObject({ id: first['id'], name: 'renamed' });
  });

  it('is detected only by a refresh: -refresh=false finds no due key', async () => {
    const { s, clock } = await started(monthly);
    await clock.moveTo(31);
    expect((await s.plan(undefined, { flags: ['-refresh=false'] })).isEmpty).toBe(true);
    expect((await s.plan()).isEmpty).toBe(false);
  });

  it('revokes its predecessor immediately without an overlap', async () => {
    const { s, clock, first } = await started(apiKey('after_days = 30\noverlap_days = 0'));
    await clock.moveTo(31);
    const { state } = await s.apply(undefined, { warnings: [atOnce] });
    expect(valuesIn(state)).toMatchObject({ previous_id: null });
    expect(idsOn(s)).not.toContain(first['id']);
  });
});

describe('a trigger', () => {
  const triggered = (release: string) => apiKey(`overlap_days = 7\ntriggers = { release = ${release} }`);

  it('rotates the key if it changes, and if it is unknown', async () => {
    const { s, first } = await started(triggered('"1"'));
    const { state } = await s.apply(triggered('"2"'));
    const second = valuesIn(state);
    expect(second).toMatchObject({ previous_id: first['id'] });

    const unknown = `resource "terraform_data" "release" {\n  input = "3"\n}\n${triggered('terraform_data.release.output')}`;
    await s.apply(unknown, { warnings: [new RegExp(`loses its previous value, ${first['id']}`)] });
    expect(
      valuesIn({
        ...(await s.state()),
        resources: (await s.state()).resources.filter(({ type }) => type === 'svc_api_key'),
      }),
    ).toMatchObject({
      previous_id: second['id'],
    });
    expect(idsOn(s)).not.toContain(first['id']);
  });
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

describe('the end of a rotating key', () => {
  it('revokes both keys', async () => {
    const { s, clock } = await started(monthly);
    await clock.moveTo(31);
    await s.apply();
    expect(idsOn(s)).toHaveLength(2);
    await s.destroy();
    expect(idsOn(s)).toEqual([]);
  });

  it('loses neither key when the old one cannot be revoked: the next apply does it', async () => {
    const { s, clock, first } = await started(apiKey('after_days = 30\noverlap_days = 0'));
    await clock.moveTo(31);
    s.platform.controls.faults.add({
      operation: 'apiKeys.delete',
      times: 1,
      effect: { kind: 'status', status: 403 },
    });
    const plan = await s.plan();
    await expect(s.applyPlan(plan, { warnings: 'any' })).rejects.toThrow(/the next plan is not empty/);
    expect(valuesIn(await s.state())).toMatchObject({ previous_id: first['id'] });
    expect(idsOn(s)).toHaveLength(2);
    await s.apply();
    expect(idsOn(s)).toHaveLength(1);
  });
});

describe('the age at which a key rotates', () => {
  const aged = (days: number) => apiKey(`after_days = ${days}\noverlap_days = 7`);

  it('is the one in the configuration: if it exceeds the key’s age, nothing rotates', async () => {
    const { s, clock, first } = await started(aged(30));
    await clock.moveTo(40);
    const { state } = await s.apply(aged(365));
    expect(valuesIn(state)).toMatchObject({ id: first['id'], previous_id: null });
    await clock.moveTo(364);
    expect((await s.plan()).isEmpty).toBe(true);
    await clock.moveTo(366);
    expect((await s.plan()).actionsOn(address)).toEqual(['update']);
  });

  it('may be raised or lowered, and a key that has reached it rotates in the same plan', async () => {
    const { s, clock, first } = await started(aged(30));
    await clock.moveTo(40);
    for (const days of [39, 20]) {
      const plan = await s.plan(aged(days));
      expect(plan.changes[address]?.unknown).toMatchObject({ id: true });
    }
    const { state } = await s.apply(aged(35));
    expect(valuesIn(state)).toMatchObject({ previous_id: first['id'] });
  });

  it('lowered below the age of a key that was not due: the apply says that the next plan rotates it', async () => {
    const { s, clock, first } = await started(aged(365));
    await clock.moveTo(40);
    const plan = await s.plan(aged(30));
    expect(plan.changes[address]?.unknown).not.toHaveProperty('id');
    const applied = await s.start('apply', '-no-color', plan.file).finished;
    expect(applied.stdout).toMatch(
      new RegExp(`API key ${first['id']} is due.*40 days old.*after_days is 30.*next plan rotates it`, 's'),
    );
    const { state } = await s.apply();
    expect(valuesIn(state)).toMatchObject({ previous_id: first['id'] });
  });
});

it('a value out of range from a variable is an error before a key is issued', async () => {
  const s = await scenario();
  const days = 'variable "days" {\n  type = number\n}\n';
  const configuration = days + apiKey('overlap_days = var.days\ntriggers = { release = "1" }');
  await s.startFrom(configuration, { variables: { days: 7 } });
  await s.configure(configuration.replace('"1"', '"2"'), { days: 999_999_999 });
  await s.expectError(
    configuration.replace('"1"', '"2"'),
    /Invalid rotation overlap.*whole number of days from 0 to 3650/s,
  );
  expect(idsOn(s)).toHaveLength(1);
});

const refusedRotations: readonly (readonly [string, string, RegExp])[] = [
  [
    'an overlap beyond any calendar',
    'triggers = { release = "1" }\noverlap_days = 999999999',
    /Invalid rotation overlap.*from 0 to 3650/s,
  ],
  ['an overlap beyond both limits', 'after_days = 7\noverlap_days = 999999999', /Invalid rotation overlap/],
  [
    'an age beyond any calendar',
    'after_days = 100000\noverlap_days = 7',
    /Invalid rotation age.*from 1 to 3650/s,
  ],
  ['neither age nor triggers', 'overlap_days = 1', /Rotation without a trigger/],
  ['an overlap as long as the life', 'after_days = 7\noverlap_days = 7', /Rotation overlap too long/],
  ['an age of none', 'after_days = 0\noverlap_days = 0', /Invalid rotation age/],
  ['half a day', 'after_days = 1.5\noverlap_days = 1', /Invalid rotation age/],
  ['a negative overlap', 'after_days = 7\noverlap_days = -1', /Invalid rotation overlap/],
];

describe('a rotation that cannot be', () => {
  const rows = refusedRotations.map(([name, rotation, saying], index) => ({
    name,
    saying,
    block: apiKey(rotation).replace('"a"', `"row_${index}"`),
    address: `svc_api_key.row_${index}`,
  }));
  const errorsOn = refusedTogether(rows.map(({ block }) => block).join(''));

  it.each(rows)('$name is an error at plan', async ({ address, saying }) => {
    expect(await errorsOn(address)).toEqual([expect.stringMatching(saying)]);
  });
});
