import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const both = endpoint('a') + key('k');

async function besideStrangers(settings = '') {
  const ground = await Ground.prepare({ provider: `look_alikes = "refuse"\n${settings}` });
  const ids = await ground.s.behindTheBack(api => [
    api.webhooks.create({ url: 'https://receiver.example/a', events: ['alert.created'] }).id,
    api.apiKeys.issue({ name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] }).id,
  ]);
  await ground.s.configure(both);
  return { ground, s: ground.s, ids };
}

describe('look_alikes = "refuse"', () => {
  it('an apply fails before anything is created and shows the import block; a plan warns', async () => {
    const { ground, s, ids } = await besideStrangers();
    const plan = await s.plan();
    for (const id of ids)
      expect(plan.warnings.map(({ summary, detail }) => summary + detail).join('\n')).toMatch(
        new RegExp(`${id} looks the same[^]*id = "${id}"`),
      );
    for (const command of [
      ['apply', '-no-color', plan.file],
      ['apply', '-auto-approve', '-no-color'],
    ]) {
      const refused = await s.terraform(...command);
      expect(refused.code).toBe(1);
      for (const id of ids)
        expect(refused.stderr).toMatch(new RegExp(`Equal object exists already[^]*id = "${id}"`));
    }
    expect(ground.ids).toEqual(ids);
    recordRow({
      fault: 'equal objects of somebody else, and look_alikes = "refuse"',
      moment: 'an endpoint and a key',
      outcome: 'the plan warns; the apply is an error with the import block, before anything is created',
    });
  });

  it('-target or a foreign saved plan causes only a warning', async () => {
    const { ground, s, ids } = await besideStrangers();
    const targets = ['-target=svc_webhook_endpoint.a', '-target=svc_api_key.k'];
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color', ...targets);
    for (const id of ids) expect(stdout).toContain(`${id} looks the same`);
    await s.destroy({ warnings: 'any' });
    await s.plan(undefined, { file: 'here.tfplan' });
    await copyFile(join(s.workspace.root, 'here.tfplan'), join(s.workspace.root, 'foreign.tfplan'));
    const foreign = await ground.succeed('apply', '-no-color', 'foreign.tfplan');
    for (const id of ids) expect(foreign.stdout).toContain(`${id} looks the same`);
    expect(ground.ids).toHaveLength(4);
    recordRow({
      fault: 'equal objects of somebody else, and look_alikes = "refuse"',
      moment: 'an endpoint and a key, with -target or a foreign saved plan',
      outcome: 'created, with a warning',
    });
  });

  it('accepted_look_alikes lists ids that are known; twins of one configuration are no look-alikes', async () => {
    const ground = await Ground.prepare({
      provider: 'look_alikes = "refuse"\naccepted_look_alikes = var.accepted',
    });
    const id = await ground.s.behindTheBack(
      api => api.webhooks.create({ url: 'https://receiver.example/a', events: ['alert.created'] }).id,
    );
    const variable = 'variable "accepted" {\n  type = set(string)\n}\n';
    await ground.s.configure(variable + both, { accepted: [id] });
    await ground.s.apply();
    await ground.s.apply(
      `${variable}${both}${endpoint('twin', { path: 'a' })}${key('twin', { called: 'k' })}`,
    );
    expect(ground.ids).toHaveLength(5);
    recordRow({
      fault: 'an equal object of somebody else in accepted_look_alikes, and look_alikes = "refuse"',
      moment: 'an endpoint and its twins',
      outcome: 'created, and nothing is said',
    });
  });

  it('objects of an interrupted apply are still adopted', async () => {
    const ground = await Ground.prepare({ provider: 'look_alikes = "refuse"', kind: 'HTTP backend' });
    await ground.s.configure(both);
    const ids = await ground.cutOffAfterAnswers(2);
    await ground.s.apply(undefined, { warnings: ids.map(id => new RegExp(`${id} will be`)) });
    expect(ground.ids).toHaveLength(2);
    recordRow({
      fault: 'killed after the platform’s answer, and look_alikes = "refuse"',
      moment: 'an endpoint and a key',
      outcome: 'one apply converges',
    });
  });
});
