import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { backends, combinations, said } from './combinations';
import { Ground } from './ground';

const both = endpoint('a') + key('k');
const kept = endpoint('kept');
const fault = 'killed after the platform’s answer, before any state had it';

/** An endpoint and a key that the platform has answered, a kill, and a state without them. */
async function cutOff(...[idempotency, kind]: (typeof combinations)[number]) {
  const ground = await Ground.prepare({ idempotency, kind });
  await ground.s.startFrom(kept);
  await ground.s.configure(kept + both);
  const [endpointId = '', keyId = ''] = await ground.cutOffAfterAnswers(2);
  expect([endpointId, keyId]).toEqual([expect.stringMatching(/^wh_/), expect.stringMatching(/^key_/)]);
  return { ground, s: ground.s, endpointId, keyId };
}

describe.each(combinations)('the id is known, Idempotency-Key %s, %s', (idempotency, kind) => {
  it('the first whole run adopts the endpoint, and issues another key before it revokes the first, as planned', async () => {
    const { ground, s, endpointId, keyId } = await cutOff(idempotency, kind);
    s.platform.controls.requests.clear();
    const { plan, next, state } = await s.apply(undefined, {
      warnings: [
        new RegExp(`endpoint ${endpointId} will be taken over`),
        new RegExp(`key ${keyId} will be issued anew`),
      ],
    });
    expect(plan.warnings).toHaveLength(2);
    expect(next.warnings).toEqual([]);
    const idOf = (address: string) => state.resources.find(each => each.address === address)?.values['id'];
    expect(idOf('svc_webhook_endpoint.a')).toBe(endpointId);
    expect(ground.ids).toHaveLength(3);
    const writes = s.platform.controls.requests
      .all()
      .flatMap(({ operation = '' }) => (/create|delete/.test(operation) ? [operation] : []));
    const isReplayed = idempotency === 'honoured';
    expect(writes).toEqual(isReplayed ? ['apiKeys.create'] : ['apiKeys.create', 'apiKeys.delete']);
    expect(idOf('svc_api_key.k') === keyId).toBe(isReplayed);
    recordRow({
      fault,
      moment: `an endpoint and a key; then a whole run (${said(idempotency, kind)})`,
      outcome: `one apply converges, as its plan has said: the endpoint is taken over; ${
        isReplayed
          ? 'the platform answers with the same key and its value'
          : 'another key is issued, then the first is revoked'
      }`,
    });
  });
});

describe.each(backends)('the id is known, %s', kind => {
  it.each(['-target=svc_webhook_endpoint.kept', '-refresh=false'])(
    'a run with %s touches nothing and names both',
    async restriction => {
      const { ground, s, endpointId, keyId } = await cutOff('ignored', kind);
      const before = ground.ids;
      s.platform.controls.requests.clear();
      const plan = (await ground.warnings(restriction)).join('\n');
      expect(plan).toContain(endpointId);
      expect(plan).toContain(keyId);
      expect(plan).not.toMatch(/taken over|issued anew/);
      await ground.succeed('apply', '-auto-approve', '-no-color', restriction);
      expect(ground.ids).toEqual(expect.arrayContaining([...before]));
      expect(s.platform.controls.requests.count('webhooks.update')).toBe(0);
      for (const id of [endpointId, keyId]) s.disown(id);
      const later = (await ground.warnings()).join('\n');
      const isCreated = restriction === '-refresh=false';
      const created = ground.ids.length - before.length;
      expect(created).toBe(isCreated ? 2 : 0);
      for (const id of [endpointId, keyId]) expect(later).toContain(id);
      recordRow({
        fault,
        moment: `an endpoint and a key; then a run with ${restriction.replace(/=svc.*/, '')} (${kind})`,
        outcome: 'nothing is touched; this and every later plan names both',
      });
    },
  );

  it('an object that has changed since is not touched, and every plan reports it', async () => {
    const { ground, s, endpointId, keyId } = await cutOff('ignored', kind);
    await s.behindTheBack(api => {
      api.webhooks.update(endpointId, { url: 'https://used.example/by-somebody' });
      api.apiKeys.update(keyId, { name: 'used by somebody' });
    });
    for (const id of [endpointId, keyId]) s.disown(id);
    const named = [endpointId, keyId].map(
      id => new RegExp(`${id} is in no state.*changed since.*delete ${id}`, 's'),
    );
    const { next } = await s.apply(undefined, { warnings: named });
    expect(next.warnings).toHaveLength(2);
    expect(s.platform.controls.webhooks.get(endpointId)?.url).toBe('https://used.example/by-somebody');
    expect(s.platform.controls.apiKeys.get(keyId)?.name).toBe('used by somebody');
    expect(ground.ids).toHaveLength(5);
    recordRow({
      fault,
      moment: `an endpoint and a key that somebody has changed since; then a whole run (${kind})`,
      outcome: 'nothing is touched; this and every later plan names both with `journal delete`',
    });
  });

  it('its resource was removed from the configuration: every plan reports the object until it is deleted', async () => {
    const { ground, s, endpointId, keyId } = await cutOff('ignored', kind);
    await s.configure(kept);
    const named = [endpointId, keyId].map(id =>
      expect.stringMatching(new RegExp(`${id} is in no state.*journal delete ${id}`, 's')),
    );
    for (const flags of [[], ['-target=svc_webhook_endpoint.kept'], ['-refresh=false']]) {
      const warnings = await ground.warnings(...flags);
      for (const id of [endpointId, keyId]) expect(warnings.join('\n')).toContain(id);
      if (flags.length === 0) expect(warnings.toSorted()).toEqual(named.toReversed());
    }
    await ground.succeed('apply', '-auto-approve', '-no-color');
    expect(await ground.warnings()).toHaveLength(2);
    await s.behindTheBack(api => api.webhooks.delete(endpointId) && api.apiKeys.delete(keyId));
    expect(await ground.warnings()).toEqual([]);
    expect(await ground.entries()).not.toContain(endpointId);
    recordRow({
      fault,
      moment: `an endpoint and a key, whose resources then leave the configuration (${kind})`,
      outcome: 'nothing is touched; every plan names both with `journal delete`, until they are gone',
    });
  });
});
