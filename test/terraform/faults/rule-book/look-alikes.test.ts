import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const both = endpoint('a') + key('k');

async function besideStrangers(provider = 'look_alikes = "refuse"') {
  const ground = await Ground.prepare({ provider });
  const ids = await ground.s.behindTheBack(api => [
    api.webhooks.create({ url: 'https://receiver.example/a', events: ['alert.created'] }).id,
    api.apiKeys.issue({ name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] }).id,
  ]);
  await ground.s.configure(both);
  return { ground, s: ground.s, ids };
}

describe('look_alikes = "warn"', () => {
  it('a plan names each look-alike with its import command, and nothing repeats it', async () => {
    const { ground, s, ids } = await besideStrangers('');
    s.platform.controls.requests.clear();
    const planned = await ground.succeed('plan', '-no-color');
    const [endpointId = '', keyId = ''] = ids;
    expect(planned.stdout).toMatch(new RegExp(`^(?:│ )?  ${endpointId}, for receiver.example$`, 'm'));
    expect(planned.stdout).toMatch(
      new RegExp(`^(?:│ )?    terraform import svc_webhook_endpoint.NAME ${endpointId}$`, 'm'),
    );
    expect(planned.stdout).toMatch(new RegExp(`^(?:│ )?  ${keyId}, "k"$`, 'm'));
    expect(planned.stdout).toMatch(
      new RegExp(`^(?:│ )?    terraform import svc_api_key.NAME ${keyId}$`, 'm'),
    );
    // The check of the connection has read the endpoints.
    expect(s.platform.controls.requests.count('webhooks.list')).toBe(1);
    expect(s.platform.controls.requests.count('apiKeys.list')).toBe(1);
    expect(s.platform.controls.requests.count()).toBe(2);
    await s.terraform('import', '-no-color', 'svc_webhook_endpoint.a', endpointId);
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
    expect(stdout.match(/looks the same/g)).toHaveLength(1);
    expect(stdout).toContain(`API key ${keyId} looks the same`);
    expect(ground.ids).toHaveLength(3);
    s.platform.controls.requests.clear();
    expect((await s.plan()).warnings).toEqual([]);
    expect(s.platform.controls.requests.count()).toBe(2);
    recordRow({
      fault: 'equal objects of somebody else, and look_alikes = "warn"',
      moment: 'an endpoint and a key',
      outcome: 'the plan names them with their import commands; the apply creates and repeats nothing',
    });
  });

  it('unknown fields, a saved plan and a platform that lists nothing cause no warning that is false', async () => {
    const { ground, s, ids } = await besideStrangers('request_timeout = 1\nmax_retries = 0');
    const output = ['$', '{terraform_data.path.output}"'].join('');
    const unknown = `resource "terraform_data" "path" {\n  input = "a"\n}\n${both.replace('/a"', `/${output}`)}`;
    expect(unknown).toContain(output);
    const keyOnly = [expect.stringContaining(`API key ${ids[1]} looks the same`)];
    const plan = await s.plan(unknown);
    expect(plan.warnings.map(({ summary }) => summary)).toEqual(keyOnly);
    for (const effect of [
      { kind: 'status', status: 500 },
      { kind: 'hang-before' },
      { kind: 'garbage' },
    ] as const) {
      s.platform.controls.faults.add({ operation: 'apiKeys.list', times: 99, effect });
      expect((await s.plan(both)).warnings.map(({ summary }) => summary)).toEqual([
        expect.stringContaining(`Webhook endpoint ${ids[0]} looks the same`),
      ]);
      s.platform.controls.faults.clear();
    }
    const saved = await s.plan(both);
    const applied = await ground.succeed('apply', '-no-color', saved.file);
    expect(applied.stdout).not.toContain('looks the same');
  });

  it('after a kill the plan names what it adopts and no look-alike of it; another workspace names all', async () => {
    const { ground, s } = await besideStrangers('');
    const own = await ground.cutOffAfterAnswers(2);
    const resumed = await ground.warnings();
    for (const id of own)
      expect(resumed.join('\n')).toMatch(new RegExp(`${id} will be (?:taken over|issued anew)`));
    expect(resumed.join('\n')).not.toMatch(/endpoint \S+ looks the same/);
    await ground.succeed('apply', '-auto-approve', '-no-color');
    expect((await s.plan()).warnings).toEqual([]);
    const { ids } = ground;
    expect(ids).toHaveLength(4);

    await ground.succeed('workspace', 'new', 'other');
    const elsewhere = (await ground.warnings()).join('\n');
    for (const id of ids)
      expect(elsewhere).toMatch(new RegExp(`^ *terraform import \\S+\\.NAME ${id}$`, 'm'));
    await ground.succeed('apply', '-auto-approve', '-no-color');
    expect(ground.ids).toHaveLength(6);
    await ground.succeed('workspace', 'select', 'default');
    expect((await s.plan()).warnings).toEqual([]);
    recordRow({
      fault: 'equal objects of somebody else, and look_alikes = "warn"',
      moment: 'after a kill; then in another workspace',
      outcome: 'the plan names what it adopts and no look-alike of it; in the other workspace it names all',
    });
  });
});

describe('look_alikes = "refuse"', () => {
  it('an apply fails before anything is created and shows the import block; a plan warns', async () => {
    const { ground, s, ids } = await besideStrangers();
    const plan = await s.plan();
    for (const id of ids)
      expect(plan.warnings.map(({ summary, detail }) => summary + detail).join('\n')).toMatch(
        new RegExp(
          `${id} looks the same[^]* makes that an error of the apply[^]*terraform import \\S+ ${id}$`,
          'm',
        ),
      );
    for (const command of [
      ['apply', '-no-color', plan.file],
      ['apply', '-auto-approve', '-no-color'],
    ]) {
      const refused = await s.terraform(...command);
      expect(refused.code).toBe(1);
      for (const id of ids)
        expect(refused.stderr).toMatch(
          new RegExp(`Equal object exists already[^]*^(?:│ )?    terraform import \\S+\\.NAME ${id}$`, 'm'),
        );
    }
    expect(ground.ids).toEqual(ids);
    recordRow({
      fault: 'equal objects of somebody else, and look_alikes = "refuse"',
      moment: 'an endpoint and a key',
      outcome: 'the plan warns; the apply is an error with the import command, before anything is created',
    });
  });

  it('-target cannot tell a stranger from what the rest of the state manages: nothing is refused', async () => {
    const { ground } = await besideStrangers();
    const targets = ['-target=svc_webhook_endpoint.a', '-target=svc_api_key.k'];
    await ground.succeed('apply', '-auto-approve', '-no-color', ...targets);
    expect(ground.ids).toHaveLength(4);
    recordRow({
      fault: 'equal objects of somebody else, and look_alikes = "refuse"',
      moment: 'an endpoint and a key, with -target',
      outcome: 'created, and nothing is said',
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
