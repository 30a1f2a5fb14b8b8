import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const kept = endpoint('kept');
const always = Number.POSITIVE_INFINITY;

describe('actions that a run could not take are reported', () => {
  it('webhooks.update is unavailable: the endpoint is reported and not touched, another one is created', async () => {
    const ground = await Ground.prepare({ provider: 'unavailable_operations = ["webhooks.update"]' });
    const { s, controls } = ground;
    await s.startFrom(kept);
    await s.configure(kept + endpoint('a'));
    const [id = ''] = await ground.cutOffAfterAnswers(1);
    s.disown(id);
    controls.requests.clear();
    const { plan } = await s.apply(undefined, { warnings: 'any' });
    expect(plan.warnings.map(({ summary, detail }) => summary + detail).join('\n')).toMatch(
      new RegExp(`${id} is in no state.*journal delete ${id}`, 's'),
    );
    expect(controls.requests.count('webhooks.update')).toBe(0);
    expect(ground.ids).toHaveLength(3);
    expect((await ground.warnings()).join('\n')).toContain(id);
    recordRow({
      fault: 'killed after the platform’s answer, and webhooks.update is unavailable',
      moment: 'an endpoint; then a whole run',
      outcome: 'named with `journal delete` in this and every later plan; another one is created',
    });
  });

  it('the first key cannot be revoked: the new one is in the state, and every plan reports the first', async () => {
    const ground = await Ground.prepare();
    const { s, controls } = ground;
    await s.startFrom(kept);
    await s.configure(kept + key('k'));
    const [id = ''] = await ground.cutOffAfterAnswers(1);
    s.disown(id);
    controls.faults.add({
      operation: 'apiKeys.delete',
      times: always,
      effect: { kind: 'status', status: 500 },
    });
    const { state } = await s.apply(undefined, { warnings: 'any' });
    controls.faults.clear();
    expect(state.resources.map(({ values }) => values['id'])).not.toContain(id);
    for (const round of [1, 2])
      expect((await ground.warnings()).join('\n'), `round ${round}`).toMatch(
        new RegExp(`${id}[^]*journal delete ${id}`),
      );
    await s.behindTheBack(api => api.apiKeys.delete(id));
    expect(await ground.warnings()).toEqual([]);
    recordRow({
      fault: 'killed after the platform’s answer, and the first key cannot be revoked',
      moment: 'a key; then a whole run',
      outcome:
        'the new key is in the state; this and every later plan names the first with `journal delete`, until it is gone',
    });
  });

  it('the first key of a lost response cannot be revoked: every plan reports it', async () => {
    const ground = await Ground.prepare();
    const { s, controls } = ground;
    controls.faults.add({ operation: 'apiKeys.create', effect: { kind: 'drop-after' } });
    controls.faults.add({
      operation: 'apiKeys.delete',
      times: always,
      effect: { kind: 'status', status: 500 },
    });
    await s.configure(kept + key('k'));
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
    controls.faults.clear();
    const inState = (await s.state()).resources.map(({ values }) => values['id']);
    const [left = ''] = ground.ids.filter(id => !inState.includes(id));
    expect(stdout).toContain(left);
    s.disown(left);
    for (const round of [1, 2])
      expect((await ground.warnings()).join('\n'), `round ${round}`).toContain(left);
    recordRow({
      fault: 'the answer is lost, and the first key cannot be revoked',
      moment: 'a key',
      outcome: 'another one is in the state; the apply and every later plan name the first',
    });
  });

  it('an endpoint created by the second attempt, killed before the response, is within the window', async () => {
    const ground = await Ground.prepare({ provider: 'request_timeout = 2\nmax_retries = 0' });
    const { s, controls } = ground;
    await s.startFrom(kept);
    await s.configure(kept + endpoint('a'));
    controls.faults.add({ method: 'POST', effect: { kind: 'hang-before' } });
    const held = controls.faults.add({ method: 'POST', effect: { kind: 'hang-after' } });
    await ground.losingTheState(async () => {
      const terraform = s.start('apply', '-auto-approve', '-no-color');
      await held.reached;
      await ground.kill(terraform, true);
    });
    controls.faults.clear();
    const [, id = ''] = ground.ids;
    await s.apply(undefined, { warnings: [new RegExp(`${id} will be taken over`)] });
    expect(ground.ids).toHaveLength(2);
    recordRow({
      fault: 'killed before the answer to the second attempt, after the first one had timed out',
      moment: 'an endpoint; then a whole run',
      outcome: 'taken over, as the plan has said',
    });
  });

  it('an Idempotency-Key that is refused, because the secret has changed since, is replaced', async () => {
    const ground = await Ground.prepare({ idempotency: 'honoured' });
    const { s, controls } = ground;
    await s.startFrom(kept);
    await s.configure(kept + endpoint('a'));
    const candidates = await ground.cutOffInRequest('hang-after', {
      meanwhile: () =>
        controls.webhooks.create({ url: 'https://receiver.example/a', events: ['alert.created'] }),
    });
    for (const id of candidates) s.disown(id);
    await s.plantSecret('another');
    await s.apply(kept + endpoint('a', { secret: 'another' }), { warnings: 'any' });
    expect(ground.ids).toHaveLength(4);
    recordRow({
      fault: 'killed before the answer, and the secret of the configuration has changed since',
      moment: 'an endpoint with two candidates; the platform refuses the Idempotency-Key (honoured)',
      outcome: 'another Idempotency-Key is used; the plan names the candidates, none is touched',
    });
  });
});
