import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground, type Idempotency } from './ground';

const both = endpoint('a') + key('k');
const idempotencies: readonly Idempotency[] = ['ignored', 'honoured'];
const always = Number.POSITIVE_INFINITY;
const unavailable = { kind: 'status', status: 500 } as const;

describe.each(idempotencies)('a response is lost in this process, Idempotency-Key %s', idempotency => {
  const isReplayed = idempotency === 'honoured';
  const keysSent = (ground: Ground) =>
    new Set(ground.controls.requests.all().flatMap(({ idempotencyKey }) => idempotencyKey ?? [])).size;

  it('no object exists: the request is repeated with the same Idempotency-Key', async () => {
    const ground = await Ground.prepare({ idempotency });
    for (const operation of ['webhooks.create', 'apiKeys.create'] as const)
      ground.controls.faults.add({ operation, effect: { kind: 'drop-before' } });
    await ground.s.apply(both);
    expect(ground.ids).toHaveLength(2);
    expect(keysSent(ground)).toBe(2);
    recordRow({
      fault: 'the answer is lost, and the request took no effect',
      moment: `an endpoint and a key (Idempotency-Key ${idempotency})`,
      outcome: 'asked again under the same Idempotency-Key: one of each',
    });
  });

  it('exactly one object exists: the endpoint is adopted; the request for the key is repeated, and another id revokes the first', async () => {
    const ground = await Ground.prepare({ idempotency });
    for (const operation of ['webhooks.create', 'apiKeys.create'] as const)
      ground.controls.faults.add({ operation, effect: { kind: 'drop-after' } });
    await ground.s.apply(both);
    const { requests } = ground.controls;
    expect(ground.ids).toHaveLength(2);
    expect(keysSent(ground)).toBe(2);
    expect(requests.count('apiKeys.create')).toBe(2);
    expect(requests.count('webhooks.create')).toBe(1);
    expect(requests.count('apiKeys.delete')).toBe(isReplayed ? 0 : 1);
    recordRow({
      fault: 'the answer is lost, and the request took effect',
      moment: `an endpoint and a key (Idempotency-Key ${idempotency})`,
      outcome: isReplayed
        ? 'the endpoint is found, the key’s value is answered again: nothing is revoked'
        : 'the endpoint is found; another key is issued, then the first is revoked',
    });
  });

  it('a person creates equal objects at the same time: they are not touched, and the candidates are reported', async () => {
    const ground = await Ground.prepare({ idempotency });
    const { s, controls } = ground;
    const held = (['webhooks.create', 'apiKeys.create'] as const).map(operation =>
      controls.faults.add({ operation, effect: { kind: 'hang-after' } }),
    );
    const strangers = Promise.all(held.map(({ reached }) => reached)).then(() =>
      s.behindTheBack(api => [
        api.webhooks.create({ url: 'https://receiver.example/a', events: ['alert.created'] }).id,
        api.apiKeys.issue({ name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] }).id,
      ]),
    );
    await s.configure(both);
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
    const planted = await strangers;
    const inState = (await s.state()).resources.map(({ values }) => String(values['id']));
    for (const id of planted) expect(inState).not.toContain(id);
    for (const id of ground.ids.filter(id => !inState.includes(id))) {
      expect(stdout, id).toContain(id);
      s.disown(id);
    }
    expect(controls.requests.count('apiKeys.delete')).toBe(0);
    expect(ground.ids).toHaveLength(isReplayed ? 4 : 6);
    expect(ground.ids).toEqual(expect.arrayContaining(planted));
    await s.apply();
    recordRow({
      fault: 'the answer is lost',
      moment: `a person makes an equal endpoint and an equal key during the request (Idempotency-Key ${idempotency})`,
      outcome:
        'asked again under the same Idempotency-Key; a warning names what may be a duplicate; nothing is revoked',
    });
  });

  it('the list cannot be read: the request is repeated with the same Idempotency-Key and a warning', async () => {
    const ground = await Ground.prepare({ idempotency });
    const { s, controls } = ground;
    for (const operation of ['webhooks', 'apiKeys'] as const) {
      controls.faults.add({ operation: `${operation}.create`, effect: { kind: 'drop-after' } });
      controls.faults.add({ operation: `${operation}.list`, times: always, effect: unavailable });
    }
    await s.configure(both);
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
    controls.faults.clear();
    expect(stdout).toMatch(/Webhook endpoint for receiver.example was asked for twice/);
    expect(stdout).toMatch(/API key "k" was asked for twice/);
    expect(keysSent(ground)).toBe(2);
    expect(ground.ids).toHaveLength(isReplayed ? 2 : 4);
    const inState = (await s.state()).resources.map(({ values }) => values['id']);
    for (const id of ground.ids.filter(id => !inState.includes(id))) s.disown(id);
    await s.apply();
    recordRow({
      fault: 'the answer is lost, and the list cannot be read',
      moment: `an endpoint and a key (Idempotency-Key ${idempotency})`,
      outcome: 'asked again under the same Idempotency-Key, with a warning; the apply succeeds',
    });
  });

  it('the confirming read fails after the repeated request: its response is in the state', async () => {
    const ground = await Ground.prepare({ idempotency });
    for (const operation of ['webhooks', 'apiKeys'] as const) {
      ground.controls.faults.add({ operation: `${operation}.create`, effect: { kind: 'drop-before' } });
      ground.controls.faults.add({ operation: `${operation}.get`, times: 4, effect: unavailable });
    }
    await ground.s.configure(both);
    const applied = await ground.s.terraform('apply', '-auto-approve', '-no-color');
    ground.controls.faults.clear();
    expect(applied.code, applied.stderr).toBe(0);
    await ground.s.apply();
    expect(ground.ids).toHaveLength(2);
    recordRow({
      fault: 'the answer is lost, and the read that confirms the repeated request fails',
      moment: `an endpoint and a key (Idempotency-Key ${idempotency})`,
      outcome: 'both are in the state',
    });
  });
});

describe('a response is lost on a platform with more than 2,000 objects', () => {
  it.each(idempotencies)(
    'the endpoint is asked for again under the same Idempotency-Key, with a warning (%s)',
    async idempotency => {
      const ground = await Ground.prepare({ idempotency });
      const { s, controls } = ground;
      await s.behindTheBack(api => {
        for (let n = 0; n < 2_001; n += 1)
          api.webhooks.create({ url: `https://other.example/${n}`, events: ['alert.created'] });
      });
      controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'drop-after' } });
      await s.configure(endpoint('a'));
      const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
      expect(stdout).toMatch(/asked for twice|may be a duplicate/);
      const own = controls.webhooks.all().filter(({ url }) => url.endsWith('/a'));
      expect(own).toHaveLength(idempotency === 'honoured' ? 1 : 2);
      const inState = (await s.state()).resources.map(({ values }) => values['id']);
      for (const { id } of own) if (!inState.includes(id)) s.disown(id);
      await s.apply();
      recordRow({
        fault: 'the answer is lost, and there are more than 2,000 objects',
        moment: `an endpoint (Idempotency-Key ${idempotency})`,
        outcome: 'asked again under the same Idempotency-Key, with a warning; nothing is blocked',
      });
    },
  );
});
