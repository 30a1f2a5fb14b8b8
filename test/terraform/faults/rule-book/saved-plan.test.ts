import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reporting } from '../../../harness/scenario/reporting';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const both = endpoint('a') + key('k');
const fault = 'killed after the platform’s answer, before any state had it';

async function cutOff() {
  const ground = await Ground.prepare();
  await ground.s.startFrom(endpoint('kept'));
  await ground.s.configure(endpoint('kept') + both);
  return { ground, s: ground.s };
}

/** Applies a saved plan that may act on nothing: both are named, and others are created. */
async function leavesAlone(ground: Ground, ids: readonly string[], file: string) {
  ground.controls.requests.clear();
  const { stdout } = await ground.succeed('apply', '-no-color', file);
  for (const id of ids) expect(stdout).toContain(id);
  expect(ground.ids).toHaveLength(5);
  const { requests } = ground.controls;
  expect([requests.count('webhooks.update'), requests.count('apiKeys.delete')]).toEqual([0, 0]);
  for (const id of ids) ground.s.disown(id);
  await ground.s.apply(undefined, { warnings: 'any' });
}

describe('the id is known, and a saved plan is applied', () => {
  it('a plan that this journal recorded as whole: its objects are adopted and reissued', async () => {
    const { ground, s } = await cutOff();
    const ids = await ground.cutOffAfterAnswers(2);
    const plan = await s.plan(undefined, { file: 'whole.tfplan' });
    const { json } = await reporting(s);
    const { risks } = await json('whole.tfplan');
    const takeovers = risks.filter(({ name }) => name === 'takeover').map(({ sentence }) => sentence.text);
    for (const id of ids) expect(takeovers.join('\n')).toContain(`${id} of an interrupted run is taken over`);
    expect(takeovers).toHaveLength(ids.length);
    await s.applyPlan(plan, { warnings: ids.map(id => new RegExp(`${id} will be`)) });
    expect(ground.ids).toHaveLength(3);
    recordRow({ fault, moment: 'a saved plan of this journal, whole', outcome: 'one apply converges' });
  });

  it('a plan from another place changes nothing, and its apply reports both', async () => {
    const { ground, s } = await cutOff();
    const ids = await ground.cutOffAfterAnswers(2);
    await s.plan(undefined, { file: 'here.tfplan' });
    const { root } = s.workspace;
    await copyFile(join(root, 'here.tfplan'), join(root, 'foreign.tfplan'));
    await leavesAlone(ground, ids, 'foreign.tfplan');
    recordRow({
      fault,
      moment: 'a saved plan that this journal does not know',
      outcome: 'nothing is touched; the apply names both',
    });
  });

  it('a plan with -target changes nothing, and its apply reports both', async () => {
    const { ground, s } = await cutOff();
    const ids = await ground.cutOffAfterAnswers(2);
    const flags = ['-target=svc_webhook_endpoint.a', '-target=svc_api_key.k'];
    await s.plan(undefined, { file: 'part.tfplan', flags });
    await leavesAlone(ground, ids, 'part.tfplan');
    recordRow({
      fault,
      moment: 'a saved plan with -target',
      outcome: 'nothing is touched; the apply names both',
    });
  });

  it('a plan from before the kill reports nothing: its apply reports its actions', async () => {
    const { ground, s } = await cutOff();
    await s.plan(undefined, { file: 'before.tfplan' });
    const ids = await ground.cutOffAfterAnswers(2);
    const { stdout } = await ground.succeed('apply', '-no-color', 'before.tfplan');
    for (const id of ids) expect(stdout).toMatch(new RegExp(`Warning: [^\\n]*${id}`));
    for (const id of ground.ids) s.disown(id);
    await s.apply(undefined, { warnings: 'any' });
    recordRow({ fault, moment: 'a saved plan from before the kill', outcome: 'the apply names both' });
  });
});
