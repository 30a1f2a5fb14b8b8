import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const kept = endpoint('kept');
const both = kept + endpoint('a') + key('k');

describe('the run ended normally, and its state is lost', () => {
  it('local state: a plan that creates equal objects warns with ids, import blocks and errored.tfstate; never an error', async () => {
    const ground = await Ground.prepare();
    const { s } = ground;
    await s.startFrom(kept);
    await ground.losingTheState(() => ground.applyAlone(both));
    const lost = ground.ids.slice(1).filter(id => id !== ground.ids[0]);
    const ids = [...s.platform.controls.webhooks.all().slice(1), ...s.platform.controls.apiKeys.all()].map(
      ({ id }) => id,
    );
    expect(ids.length).toBe(lost.length);
    await s.configure(kept);
    expect(await ground.warnings()).toEqual([]);
    await s.configure(both);
    const warnings = await ground.warnings();
    expect(warnings).toHaveLength(2);
    for (const id of ids) {
      expect(warnings.join('\n')).toMatch(new RegExp(`${id} exists and is in no state[^]*errored\\.tfstate`));
      expect(warnings.join('\n')).toMatch(
        new RegExp(`^    import \\{\\n      to = svc_\\w+\\.NAME\\n      id = "${id}"\\n    \\}$`, 'm'),
      );
      s.disown(id);
    }
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
    expect(stdout).not.toContain('looks the same');
    expect(ground.ids).toHaveLength(5);
    expect(await ground.warnings()).toEqual([]);
    recordRow({
      fault: 'the state is lost after a run that ended normally',
      moment: 'an endpoint and a key; then a plan that creates equal ones (local state)',
      outcome:
        'the plan warns with id, import block and errored.tfstate; the apply creates, without an error',
    });
  });

  it('an HTTP backend that refuses the last upload: the warning names errored.tfstate, and a push of it ends the warning', async () => {
    const ground = await Ground.prepare({ kind: 'HTTP backend' });
    const { s, backend } = ground;
    await s.startFrom(kept);
    await s.configure(both);
    if (backend === undefined) throw new Error('There is a backend.');
    backend.uploads = 'refuse';
    const failed = await s.terraform('apply', '-auto-approve', '-no-color');
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('errored.tfstate')]);
    backend.uploads = 'store';
    const warnings = (await ground.warnings()).join('\n');
    for (const id of ground.ids.filter(id => !backend.stored('main')?.includes(id)))
      expect(warnings).toMatch(new RegExp(`${id} exists and is in no state[^]*state push errored\\.tfstate`));
    const errored = join(s.workspace.root, 'errored.tfstate');
    await access(errored);
    await ground.succeed('state', 'push', 'errored.tfstate');
    await rm(errored);
    await s.apply();
    expect(ground.ids).toHaveLength(3);
    recordRow({
      fault: 'an HTTP backend refuses the last upload',
      moment: 'an endpoint and a key; then a plan that creates equal ones',
      outcome:
        'the plan warns with id, import block and errored.tfstate; once that is pushed nothing is said or done',
    });
  });

  it('the import blocks of the warning restore the objects', async () => {
    const ground = await Ground.prepare();
    const { s } = ground;
    await s.startFrom(kept);
    await ground.losingTheState(() => ground.applyAlone(kept + endpoint('a')));
    const [, id = ''] = ground.ids;
    await s.configure(`${kept}${endpoint('a')}import {\n  to = svc_webhook_endpoint.a\n  id = "${id}"\n}\n`);
    await s.apply(undefined, { warnings: 'any' });
    expect(ground.ids).toHaveLength(2);
    expect(await ground.warnings()).toEqual([]);
    recordRow({
      fault: 'the state is lost after a run that ended normally',
      moment: 'the import block of the warning is applied',
      outcome: 'the endpoint is in the state again, and nothing is said any more',
    });
  });
});

describe('a lost response, and the run ended normally', () => {
  it.each(['honoured', 'ignored'] as const)(
    'no answer was heard three times and the list cannot be read: the next apply finds or names what was made (Idempotency-Key %s)',
    async idempotency => {
      const ground = await Ground.prepare({ idempotency });
      const { s, controls } = ground;
      await s.startFrom(kept);
      const post = {
        method: 'POST',
        times: Number.POSITIVE_INFINITY,
        effect: { kind: 'drop-after' },
      } as const;
      controls.faults.add(post);
      for (const operation of ['webhooks.list', 'apiKeys.list'] as const)
        controls.faults.add({
          operation,
          times: Number.POSITIVE_INFINITY,
          effect: { kind: 'status', status: 500 },
        });
      await s.expectError(both, /Outcome of create unknown/);
      controls.faults.clear();
      const left = ground.ids.slice(1);
      for (const id of ground.ids) s.disown(id);
      const plan = (await ground.warnings()).join('\n');
      const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
      const inState = (await s.state()).resources.map(({ values }) => String(values['id']));
      const unnamed = ground.ids.filter(id => !inState.includes(id) && !(plan + stdout).includes(id));
      expect(unnamed, `left after the error: ${left.join(', ')}`).toEqual([]);
      if (idempotency === 'honoured') expect(ground.ids).toHaveLength(3);
      recordRow({
        fault: 'every answer is lost, the list cannot be read, and the run ends in order with an error',
        moment: `an endpoint and a key; then a whole run (Idempotency-Key ${idempotency})`,
        outcome:
          idempotency === 'honoured'
            ? 'asked again under the same Idempotency-Key: one of each'
            : 'what may have been made is named; nothing is silently left',
      });
    },
  );
});
