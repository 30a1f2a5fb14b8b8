import { describe, expect, it } from 'vitest';
import { both, type KindName, kinds, type RunChanges, type Scene, scene } from './creation-fixture';

const old = Date.now() - 3_600_000;
const effect = { kind: 'status', status: 500 } as const;

describe('no id is known', () => {
  const left = async (kind: KindName, facts: Parameters<Scene['leave']>[1] = {}) => {
    const s = await scene();
    s.leave(kind, { idempotencyKey: 'the-same', ...facts });
    return s;
  };
  const asked = ({ controls }: Scene) =>
    controls.requests
      .all()
      .filter(({ operation = '' }) => operation.endsWith('.create'))
      .map(({ idempotencyKey }) => idempotencyKey);

  it.each(both)('a %s is asked for again with the same Idempotency-Key', async kind => {
    const s = await left(kind);
    expect(await s.plan([kind])).toEqual([]);
    expect((await s.create(kind)).warnings).toEqual([]);
    expect(asked(s)).toEqual(['the-same']);
    expect(s.entries()).toEqual([]);
  });

  it('one endpoint within the window is taken over, as planned', async () => {
    const s = await left('endpoint');
    const id = kinds.endpoint.make(s);
    expect(await s.plan(['endpoint'])).toEqual([`Webhook endpoint ${id} will be taken over`]);
    expect((await s.create('endpoint')).id).toBe(id);
    expect(s.entries()).toEqual([]);
  });

  it.each<[string, KindName, Parameters<Scene['leave']>[1], number]>([
    ['a key', 'key', {}, 1],
    ['several endpoints', 'endpoint', {}, 2],
    ['an endpoint of a later hour', 'endpoint', { start: old }, 1],
    ['an endpoint from before', 'endpoint', { start: Date.now() + 60_000 }, 1],
  ])('%s: named, not touched, and another one is created', async (_, kind, facts, count) => {
    const s = await left(kind, facts);
    const ids = Array.from({ length: count }, () => kinds[kind].make(s));
    const [said = ''] = await s.plan([kind]);
    for (const id of ids) expect(said).toContain(id);
    expect(said).toContain('looks the same');
    const made = await s.create(kind);
    expect(ids).not.toContain(made.id);
    expect(kinds[kind].all(s)).toHaveLength(count + 1);
  });

  it('an endpoint that a state shows later in the plan is not taken', async () => {
    const s = await left('endpoint');
    const id = kinds.endpoint.make(s);
    const planning = await s.start({ command: { name: 'plan' } });
    expect(await planning.plan('endpoint')).toHaveLength(1);
    planning.see('endpoint', id);
    planning.end();
    expect((await s.create('endpoint')).id).not.toBe(id);
  });

  it('a platform that supports the Idempotency-Key returns the key itself', async () => {
    const s = await scene({ idempotency: 'honoured' });
    const first = await s.start();
    s.controls.faults.add({ operation: 'apiKeys.create', times: 3, effect: { kind: 'drop-after' } });
    await expect(first.create('key')).rejects.toThrow();
    first.end();
    const ids = kinds.key.all(s);
    await s.plan(['key']);
    const made = await s.create('key');
    expect([made.id]).toEqual(ids);
    expect(made.key).toBe(s.controls.apiKeys.valueOf(made.id));
  });

  it('an endpoint of an incomplete list is not taken', async () => {
    const s = await left('endpoint');
    kinds.endpoint.make(s);
    for (let index = 0; index < 100; index += 1)
      s.controls.webhooks.create({ ...kinds.endpoint.values, url: `https://b.example/${index}` });
    s.controls.faults.add({ operation: 'webhooks.list', after: 1, times: 99, effect });
    expect((await s.plan(['endpoint'])).join()).not.toContain('taken over');
  });

  it('an endpoint is not taken if the plan did not know its fields', async () => {
    const s = await left('endpoint');
    const id = kinds.endpoint.make(s);
    const planning = await s.start({ command: { name: 'plan' } });
    await planning.plan('endpoint', ['url']);
    planning.end();
    expect((await s.create('endpoint')).id).not.toBe(id);
  });

  it.each([409, 422])('an Idempotency-Key that the platform refuses with %i is replaced', async status => {
    const s = await left('key');
    await s.plan(['key']);
    s.controls.faults.add({ method: 'POST', effect: { kind: 'status', status } });
    await s.create('key');
    expect(asked(s)).toEqual(['the-same', expect.not.stringMatching('the-same')]);
  });

  it('a refusal leaves the entry: the first request may have taken effect', async () => {
    const s = await left('key');
    await s.plan(['key']);
    s.controls.faults.add({ method: 'POST', effect: { kind: 'status', status: 403 } });
    await expect(s.create('key')).rejects.toThrow();
    expect(s.entries()).toHaveLength(1);
  });

  it.each<[string, (s: Scene, id: string) => RunChanges, boolean]>([
    [
      'is gone: it is not believed',
      (s, id) => {
        kinds.key.remove(s, id);
        return {};
      },
      false,
    ],
    ['serves another resource: it is not believed', (_, id) => ({ acceptedLookAlikes: [id] }), false],
    [
      'cannot be read: it is used, since only it holds the value',
      s => {
        s.controls.faults.add({ operation: 'apiKeys.get', times: 99, effect });
        return {};
      },
      true,
    ],
  ])('a replay of an object that %s', async (_, change, isUsed) => {
    const s = await scene({ idempotency: 'honoured' });
    const first = await s.start();
    s.controls.faults.add({ operation: 'apiKeys.create', times: 3, effect: { kind: 'drop-after' } });
    await expect(first.create('key')).rejects.toThrow();
    first.end();
    const [lost = ''] = kinds.key.all(s);
    const changes = change(s, lost);
    await s.plan(['key']);
    expect((await s.create('key', changes)).id === lost).toBe(isUsed);
  });
});
