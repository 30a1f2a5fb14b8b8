import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../src/sandbox';
import { type Scenario, scenario, withoutLogs } from '../../harness/scenario';
import { key } from '../blocks';
import { recordRow } from './fault-matrix';
import { removeSocketsOfTheKilled } from './killed-sockets';

const rotated = (release: number, overlap = 7) =>
  key('a', { more: `rotation = { overlap_days = ${overlap}, triggers = { release = "${release}" } }` });

const idsOn = (s: Scenario) => s.platform.controls.apiKeys.all().map(({ id }) => id);
const valuesIn = async (s: Scenario) => (await s.state()).resources[0]?.values ?? {};

/** Kills Terraform and provider while a revocation is held. */
async function killedAtRevocation(s: Scenario, effect: FaultEffect): Promise<void> {
  const { faults } = s.platform.controls;
  const held = faults.add({ operation: 'apiKeys.delete', effect });
  const terraform = s.start('apply', '-auto-approve', '-no-color');
  await held.reached;
  await terraform.killAll('SIGKILL');
  await terraform.finished;
  await expect.poll(() => terraform.providers()).toEqual([]);
  faults.clear();
  await removeSocketsOfTheKilled(s);
}

describe('killed while a rotation revokes', () => {
  it.each<[string, number, FaultEffect]>([
    ['before its commit', 7, { kind: 'hang-before' }],
    ['after its commit', 0, { kind: 'hang-after' }],
  ])('held %s, with an overlap of %i days: the next apply converges', async (moment, overlap, effect) => {
    const s = await scenario({ environment: withoutLogs, sandbox: { idempotency: 'ignored' } });
    const before = idsOn(s).length;
    await s.startFrom(rotated(1));
    await s.apply(rotated(2));
    for (const release of [3, 4]) {
      await s.configure(rotated(release, overlap));
      await killedAtRevocation(s, effect);
      await s.apply(undefined, { warnings: 'any' });
    }
    const { id, previous_id } = await valuesIn(s);
    expect(idsOn(s).slice(before)).toEqual(overlap === 0 ? [id] : [previous_id, id]);
    recordRow({
      fault: 'SIGKILL to Terraform and provider',
      moment: `rotation of a key with an overlap of ${overlap} days, its revocations held ${moment}`,
      outcome: 'twice in a row: the next apply converges, and no key works but those that the state names',
    });
  });
});

it.each<[string, FaultEffect]>([
  ['403', { kind: 'status', status: 403 }],
  ['500 after the commit', { kind: 'status-after', status: 500 }],
])(
  'a rotation within an overlap whose revocations end in %s keeps every key in the state',
  async (fault, effect) => {
    const s = await scenario({ provider: 'max_retries = 0' });
    const before = idsOn(s).length;
    await s.startFrom(rotated(1));
    await s.apply(rotated(2));
    const handle = s.platform.controls.faults.add({ operation: 'apiKeys.delete', times: 9, effect });
    for (const release of [3, 4]) {
      await s.configure(rotated(release));
      expect((await s.terraform('apply', '-auto-approve', '-no-color')).code).toBe(0);
    }
    handle.remove();
    await s.apply();
    const { id, previous_id } = await valuesIn(s);
    expect(idsOn(s).slice(before)).toEqual([previous_id, id]);
    await s.destroy();
    expect(idsOn(s)).toHaveLength(before);
    recordRow({
      fault: `each revocation ends in ${fault}`,
      moment: 'two rotations of a key within its overlap',
      outcome: 'the state names every key; the next apply revokes those that are over',
    });
  },
);
