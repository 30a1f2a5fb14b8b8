import { expect, it } from 'vitest';
import { shiftedClock } from '../../harness/environment/shifted-clock';
import { type Scenario, scenario, withLogs } from '../../harness/scenario';
import { key } from '../blocks';

const address = 'svc_api_key.a';

const rotating = key('a', { more: 'rotation = { after_days = 30, overlap_days = 7 }' });

async function started(configuration: string, logs: Readonly<Record<string, string>> = {}) {
  const clock = await shiftedClock();
  const environment = { ...logs, ...clock.options.environment };
  const s = await scenario({ ...clock.options, environment });
  const { state } = await s.apply(configuration);
  return { s, clock, first: valuesIn(state) };
}

const valuesIn = ({ resources }: Awaited<ReturnType<Scenario['state']>>) =>
  resources.find(({ type }) => type === 'svc_api_key')?.values ?? {};
const idsOn = (s: Scenario) => s.platform.controls.apiKeys.all().map(({ id }) => id);

it('a key that is due rotates in place as planned, a day later too, and a later apply revokes its predecessor', async () => {
  const { s, clock, first } = await started(rotating, withLogs);
  await clock.moveTo(31);
  // Only a refresh reads the clock.
  expect((await s.plan(undefined, { flags: ['-refresh=false'] })).isEmpty).toBe(true);
  const plan = await s.plan();
  expect(plan.changes[address]).toMatchObject({
    actions: ['update'],
    after_unknown: { id: true, key: true, previous_expires_at: true },
    after: { previous_id: first['id'] },
  });
  await clock.moveTo(32);
  const says =
    /is rotated.*It is at least 31 days old, and after_days is 30\. .*works for overlap_days \(7\) after/s;
  const second = valuesIn((await s.applyPlan(plan, { warnings: [says] })).state);
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

it('in a month in which many keys are due, plan and apply warn once, and no warning hides another one', async () => {
  const { s, clock } = await started(
    rotating.replace('{', '{\n  for_each = toset(split("", "abcdefg"))').replace('"a"\n', 'each.key\n'),
  );
  await clock.moveTo(31);
  const planned = await s.terraform('plan', '-no-color', '-out=month.tfplan');
  const applied = await s.terraform('apply', '-no-color', 'month.tfplan');
  for (const { stdout } of [planned, applied]) {
    expect(stdout.match(/Warning: .*/g)).toEqual([expect.stringContaining('API key is rotated, and its')]);
    expect(stdout).toMatch(
      /API key [a-g] \(key_\w+\): It is at least 31 days old.*6 more similar\s+warnings/s,
    );
  }
});
