import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { backends, combinations, said } from './combinations';
import { Ground } from './ground';

const kept = endpoint('kept');
const both = kept + endpoint('a') + key('k');
const equalEndpoint = { url: 'https://receiver.example/a', events: ['alert.created'] };
const equalKey = { name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] };
const hour = 60 * 60 * 1000;

const begin = async (...[idempotency, kind]: (typeof combinations)[number]) => {
  let shift = 0;
  const ground = await Ground.prepare({ idempotency, kind, sandbox: { clock: () => Date.now() + shift } });
  await ground.s.startFrom(kept);
  await ground.s.configure(both);
  const moveClock = (by: number) => {
    shift += by;
  };
  return { ground, s: ground.s, controls: ground.controls, moveClock };
};
const isKey = (id: string) => id.startsWith('key_');
const fault = 'killed before the platform’s answer';

describe.each(combinations)('no id is known, Idempotency-Key %s, %s', (idempotency, kind) => {
  const isReplayed = idempotency === 'honoured';

  it('exactly one equal endpoint within the window is adopted, as planned; a key is reported and never revoked', async () => {
    const { ground, s, controls } = await begin(idempotency, kind);
    const made = await ground.cutOffInRequest('hang-after', { requests: 2 });
    const endpointId = made.find(id => !isKey(id)) ?? '';
    const keyId = made.find(isKey) ?? '';
    controls.requests.clear();
    if (!isReplayed) s.disown(keyId);
    const { state, next } = await s.apply(undefined, {
      warnings: [new RegExp(`${endpointId} will be taken over`), new RegExp(`key ${keyId} may be left over`)],
    });
    expect(next.warnings).toEqual([]);
    const idOf = (address: string) => state.resources.find(each => each.address === address)?.values['id'];
    expect(idOf('svc_webhook_endpoint.a')).toBe(endpointId);
    expect(idOf('svc_api_key.k') === keyId).toBe(isReplayed);
    expect(ground.ids).toContain(keyId);
    expect(controls.requests.count('apiKeys.delete')).toBe(0);
    const outcome = isReplayed
      ? 'the platform answers with the same key and its value'
      : 'another is issued; the plan and the apply name the first; it is not revoked';
    const moment = `request for an endpoint, carried out; then a whole run (${said(idempotency, kind)})`;
    recordRow({ fault, moment, outcome: 'taken over, as the plan has said' });
    recordRow({ fault, moment: moment.replace('an endpoint', 'a key'), outcome });
  });

  it('equal objects that a person creates an hour later are reported, not touched and not revoked', async () => {
    const { ground, s, controls, moveClock } = await begin(idempotency, kind);
    expect(await ground.cutOffInRequest('hang-before', { requests: 2 })).toEqual([]);
    moveClock(hour);
    const strangers = await s.behindTheBack(api => [
      api.webhooks.create(equalEndpoint).id,
      api.apiKeys.issue(equalKey).id,
    ]);
    const secrets = strangers.map(id => controls.webhooks.secretOf(id) ?? controls.apiKeys.valueOf(id));
    const { plan } = await s.apply(undefined, {
      warnings: strangers.map(id => new RegExp(`${id} may be left over`)),
    });
    expect(plan.warnings).toHaveLength(2);
    expect(ground.ids).toEqual(expect.arrayContaining(strangers));
    expect(ground.ids).toHaveLength(5);
    expect(strangers.map(id => controls.webhooks.secretOf(id) ?? controls.apiKeys.valueOf(id))).toEqual(
      secrets,
    );
    recordRow({
      fault,
      moment: `requests that took no effect; an hour later a person makes an equal endpoint and an equal key (${said(idempotency, kind)})`,
      outcome: 'named in the plan, untouched; another endpoint and another key are created',
    });
  });

  it('a list without such an object closes the entry without a message, also if the resource is gone', async () => {
    const { ground, s } = await begin(idempotency, kind);
    await ground.cutOffInRequest('hang-before', { requests: 2 });
    await s.configure(kept);
    expect(await ground.warnings()).toEqual([]);
    await s.apply(both);
    expect(ground.ids).toHaveLength(3);
    recordRow({
      fault,
      moment: `requests that took no effect; the resources leave the configuration (${said(idempotency, kind)})`,
      outcome: 'the list disproves them: nothing is said, and nothing is left in the journal',
    });
  });
});

describe.each(backends)('no id is known, %s', kind => {
  it('several equal objects: each is reported, none is touched', async () => {
    const { ground, s, controls } = await begin('ignored', kind);
    const candidates = await ground.cutOffInRequest('hang-after', {
      requests: 2,
      meanwhile: () => [controls.webhooks.create(equalEndpoint), controls.apiKeys.issue(equalKey)],
    });
    expect(candidates).toHaveLength(4);
    controls.requests.clear();
    for (const id of candidates) s.disown(id);
    const { plan } = await s.apply(undefined, { warnings: 'any' });
    const words = plan.warnings.map(({ summary, detail }) => summary + detail).join('\n');
    for (const id of candidates) expect(words).toContain(id);
    expect(words).not.toContain('taken over');
    expect(ground.ids).toHaveLength(7);
    for (const name of ['webhooks.update', 'webhooks.delete', 'apiKeys.delete'] as const)
      expect(controls.requests.count(name)).toBe(0);
    recordRow({
      fault,
      moment: `somebody makes an equal endpoint and an equal key during the requests (${kind})`,
      outcome: 'the plan names all of them; none is touched; another of each is created',
    });
  });

  it('an equal older object is distinguished from that of the request', async () => {
    const { ground, s } = await begin('ignored', kind);
    const strangers = await s.behindTheBack(api => [api.webhooks.create(equalEndpoint).id]);
    await s.configure(kept + endpoint('a'));
    const [made = ''] = await ground.cutOffInRequest('hang-after');
    const { state } = await s.apply(undefined, { warnings: [new RegExp(`${made} will be taken over`)] });
    expect(state.resources.map(({ values }) => values['id'])).toContain(made);
    expect(ground.ids).toEqual(expect.arrayContaining(strangers));
    expect(ground.ids).toHaveLength(3);
    recordRow({
      fault,
      moment: `request for an endpoint beside an equal one from before (${kind})`,
      outcome: 'ours is taken over, the other is untouched',
    });
  });

  it('a request that takes effect after the next plan is still tracked', async () => {
    const { ground, s, controls } = await begin('ignored', kind);
    await s.configure(kept + endpoint('a'));
    const late = controls.faults.add({ method: 'POST', effect: { kind: 'drop-late' } });
    await ground.losingTheState(async () => {
      const terraform = s.start('apply', '-auto-approve', '-no-color');
      await late.reached;
      await ground.kill(terraform, true);
    });
    const first = await ground.warnings();
    late.remove();
    await expect.poll(() => ground.ids.length).toBe(2);
    const [id = ''] = ground.ids.slice(1);
    const second = await ground.warnings();
    expect([...first, ...second].join('\n')).toContain(id);
    recordRow({
      fault,
      moment: `request for an endpoint that the platform carries out after the next plan (${kind})`,
      outcome: 'the plan after that names it',
    });
  });
});
