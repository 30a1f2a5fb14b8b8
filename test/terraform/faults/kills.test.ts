import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../src/sandbox';
import { isWholeRun } from '../../harness/extent';
import { type Plan, type Scenario, scenario, withoutLogs } from '../../harness/scenario';
import { signalProcess, type TerraformProcess } from '../../harness/terraform/terraform-process';
import { endpoint, key } from '../blocks';
import { removeSocketsOfTheKilled } from './killed-sockets';
import { writeOperations } from './random-histories';

/** From one generation to the next, each kind of change happens once: all of them at the same time. */
const generation = (n: number) =>
  [
    endpoint('steady', { path: `steady/${n}` }),
    endpoint(`born_${n}`),
    key('steady', { called: `steady ${n}` }),
    key(`born_${n}`),
    key('rotating', { more: `rotation = { overlap_days = 0, triggers = { generation = "${n}" } }` }),
  ].join('');

type Moment = 'before its commit' | 'after its commit';

interface Death {
  readonly name: string;
  /** When `npm test` lets it happen. `npm run test:all` does so at both moments. */
  readonly when?: Moment;
  /** Whether Terraform waits for what is on its way, so that the platform has to answer. */
  readonly isPatient?: boolean;
  /** Whether the provider may outlive Terraform for a moment. */
  readonly sparesProvider?: boolean;
  readonly strike: (terraform: TerraformProcess) => void | Promise<void>;
}

const strikeProviders = async (terraform: TerraformProcess) => {
  for (const pid of await terraform.providers()) signalProcess(pid, 'SIGKILL');
};

const deaths: readonly Death[] = [
  {
    name: 'SIGINT to Terraform',
    when: 'before its commit',
    isPatient: true,
    strike: terraform => terraform.kill('SIGINT'),
  },
  {
    name: 'SIGTERM to Terraform and provider',
    isPatient: true,
    strike: terraform => terraform.killAll('SIGTERM'),
  },
  {
    name: 'SIGINT twice to Terraform and provider',
    strike: async terraform => {
      await terraform.killAll('SIGINT');
      await new Promise(resolve => setTimeout(resolve, 200));
      await terraform.killAll('SIGINT');
    },
  },
  {
    name: 'SIGKILL to Terraform',
    sparesProvider: true,
    strike: terraform => terraform.kill('SIGKILL'),
  },
  { name: 'SIGKILL to the provider', strike: strikeProviders },
  {
    name: 'SIGKILL to Terraform and provider',
    when: 'after its commit',
    strike: terraform => terraform.killAll('SIGKILL'),
  },
];

/** Applies until every request of the generation is held, kills, and waits until no process is left. */
async function killedApply(s: Scenario, { strike, isPatient }: Death, effect: FaultEffect): Promise<void> {
  const { faults } = s.platform.controls;
  const held = writeOperations.map(operation =>
    faults.add({ operation, effect, times: operation === 'apiKeys.delete' ? 2 : 1 }),
  );
  const terraform = s.start('apply', '-auto-approve', '-no-color');
  await Promise.all(held.map(({ reached }) => reached));
  await strike(terraform);
  if (isPatient) setTimeout(() => faults.clear(), 300);
  await terraform.finished;
  await expect.poll(() => terraform.providers()).toEqual([]);
  faults.clear();
  await removeSocketsOfTheKilled(s);
}

/** Ids of keys that a plan names as possibly left over. */
const leftOver = ({ warnings }: Plan) =>
  warnings.flatMap(({ summary }) => /^API key (\S+) looks the same$/.exec(summary)?.[1] ?? []);

describe.each<[Moment, FaultEffect]>([
  ['before its commit', { kind: 'hang-before' }],
  ['after its commit', { kind: 'hang-after' }],
])('killed while each kind of request is held %s', (moment, effect) => {
  it('the next apply converges: nothing is duplicated, lost or left running', {
    timeout: 400_000,
  }, async () => {
    const s = await scenario({ environment: withoutLogs, sandbox: { idempotency: 'ignored' } });
    await s.plantSecret('signing');
    await s.startFrom(generation(0));
    const struck = deaths.filter(({ when }) => isWholeRun || when === moment);
    for (const [index, death] of struck.entries()) {
      await s.configure(generation(index + 1));
      await killedApply(s, death, effect);
      const { webhooks, apiKeys } = s.platform.controls;
      s.platform.controls.requests.clear();
      const plan = await s.plan();
      const candidates = leftOver(plan);
      // A key whose answer nobody heard is named, and never revoked: that may be an outage.
      // A provider that outlives its Terraform may still hear the answer; an object that is not named then is an orphan below.
      const fewest = moment === 'after its commit' && !death.isPatient && !death.sparesProvider ? 1 : 0;
      const most = moment === 'after its commit' && !death.isPatient ? 1 : 0;
      expect(candidates.length, death.name).toBeGreaterThanOrEqual(fewest);
      expect(candidates.length, death.name).toBeLessThanOrEqual(most);
      for (const id of candidates) s.disown(id);
      await s.applyPlan(plan, { warnings: 'any' }).catch((error: unknown) => {
        throw new Error(`after ${death.name}`, { cause: error });
      });
      expect([webhooks.all().length, apiKeys.all().length], death.name).toEqual([2, 3 + candidates.length]);
      const deleted = s.platform.controls.requests
        .all()
        .flatMap(({ operation, path }) => (operation === 'apiKeys.delete' ? [path] : []));
      for (const id of candidates) expect(deleted.join(' ')).not.toContain(id);
      for (const id of candidates) await s.behindTheBack(api => api.apiKeys.delete(id));
    }
  });
});
