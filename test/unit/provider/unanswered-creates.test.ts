import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { both, type KindName, kinds, type RunChanges, type Scene, scene } from './creation-fixture';

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
    expect(await s.plan(['endpoint'])).toEqual([`Webhook endpoint ${id} is taken over`]);
    expect((await s.create('endpoint')).id).toBe(id);
    expect(s.entries()).toEqual([]);
  });

  it('a plan that creates nothing comes between plan and apply: nothing is taken, and nothing doubled', async () => {
    const s = await left('endpoint');
    kinds.endpoint.make(s);
    await s.plan(['endpoint']);
    await s.plan([]);
    await expect(s.create('endpoint')).rejects.toThrow('the last plan did not look for it');
  });

  it('one that is found after another lost answer, and whose update is refused, is not created twice', async () => {
    const s = await left('endpoint');
    await s.plan(['endpoint']);
    s.controls.faults.add({ method: 'POST', effect: { kind: 'drop-after' } });
    s.controls.faults.add({ method: 'PATCH', effect: { kind: 'status', status: 422 } });
    await expect(s.create('endpoint')).rejects.toThrow('422');
    expect([kinds.endpoint.all(s).length, s.entries().length]).toEqual([1, 1]);
  });

  it('another process has taken the first of two entries: the second one serves', async () => {
    const s = await left('key');
    s.leave('key', { mark: 'used' });
    await s.plan(['key']);
    const { create } = await s.start({ command: { hasPlanFile: true } });
    const [first = ''] = s.entries();
    rmSync(join(s.folder, first));
    await create('key');
    expect([asked(s).length, s.entries().length]).toEqual([1, 1]);
  });

  it('one that was there before the request is not taken, however near', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.controls.faults.add({ method: 'POST', effect: { kind: 'drop-before' } });
    const killed = await s.start({ maxRetries: 0 });
    await expect(killed.create('endpoint')).rejects.toThrow();
    expect(await s.plan(['endpoint'])).toEqual([`Webhook endpoint ${id} looks the same`]);
    expect((await s.create('endpoint')).id).not.toBe(id);
  });

  it('a key is named, not touched, and another one is created', async () => {
    const s = await left('key');
    const id = kinds.key.make(s);
    expect(await s.plan(['key'])).toEqual([`API key ${id} looks the same`]);
    expect((await s.create('key')).id).not.toBe(id);
    expect(kinds.key.all(s)).toHaveLength(2);
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
    const s = await scene({ dialect: { idempotency: 'honoured' } });
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
