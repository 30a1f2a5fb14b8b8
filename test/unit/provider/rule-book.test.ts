import { describe, expect, it } from 'vitest';
import { both, type KindName, kinds, type RunChanges, type Scene, scene } from './creation-fixture';

const old = Date.now() - 3_600_000;
const effect = { kind: 'status', status: 500 } as const;

describe.each(both)('the id of a %s is known', kind => {
  const left = async (facts: Parameters<Scene['leave']>[1] = {}) => {
    const s = await scene();
    const id = kinds[kind].make(s);
    s.leave(kind, { id, ...facts });
    return { s, id };
  };

  it('a whole plan announces what its apply does, and the apply does it without another word', async () => {
    const { s, id } = await left();
    const will = kind === 'key' ? /will be issued anew/ : /will be taken over/;
    expect(await s.plan([kind])).toEqual([expect.stringMatching(will)]);
    const made = await s.create(kind);
    expect(made.warnings).toEqual([]);
    expect(kinds[kind].all(s)).toEqual([made.id]);
    expect(made.id === id).toBe(kind === 'endpoint');
    expect(s.entries()).toEqual([]);
  });

  it.each<[string, Parameters<Scene['leave']>[1], RunChanges]>([
    ['no plan has marked it', {}, { command: { hasPlanFile: false } }],
    ['the apply is restricted', { mark: 'used' }, { command: { isWhole: false } }],
    ['it is of another place', { mark: 'used', place: 'elsewhere' }, {}],
    ['the place of the run is unknown', { mark: 'used' }, { run: { place: undefined } }],
    ['neither place is known', { mark: 'used', place: undefined }, { run: { place: undefined } }],
    ['it is a terraform test', { mark: 'used' }, { command: { name: 'test', isWhole: false } }],
    ['the object is older than the entry', { mark: 'used', start: Date.now() + 60_000 }, {}],
    ['the digest is another one', { mark: 'used', digest: 'another' }, {}],
  ])('is not used if %s', async (_, facts, changes) => {
    const { s, id } = await left(facts);
    const made = await s.create(kind, changes);
    expect(kinds[kind].all(s).toSorted()).toEqual([id, made.id].toSorted());
    expect(s.entries()).toHaveLength(1);
  });

  it('a saved plan that is older than the entry creates nothing: it would create the object twice', async () => {
    const s = await scene();
    await s.plan([kind]);
    const id = kinds[kind].make(s);
    s.leave(kind, { id });
    await expect(s.create(kind)).rejects.toThrow('interrupted after this plan');
    expect(kinds[kind].all(s)).toEqual([id]);
  });

  it('a saved plan that was restricted uses no mark, and neither does an import', async () => {
    const { s, id } = await left({ mark: 'used' });
    await s.plan([kind], { command: { isWhole: false } });
    const made = await s.create(kind);
    expect(kinds[kind].all(s).toSorted()).toEqual([id, made.id].toSorted());
    const importing = await s.start({ command: { name: 'plan' } });
    importing.platform.importBegan(id);
    expect(s.read().map(text => /"mark":"(\w+)"}$/.exec(text)?.[1])).toEqual(['none']);
  });

  it.each(['alive', 'elsewhere'] as const)('is not used while its process is %s', async whose => {
    const s = await scene();
    const id = kinds[kind].make(s);
    s.leave(kind, { id, mark: 'used', owner: whose === 'alive' ? s.alive : 'elsewhere__b__n__1__1' });
    await s.plan([kind]);
    const made = await s.create(kind);
    expect(kinds[kind].all(s).toSorted()).toEqual([id, made.id].toSorted());
    expect(s.entries()).toHaveLength(1);
  });

  it('somebody has changed it: it stays, and later plans name it until it is gone', async () => {
    const { s, id } = await left();
    kinds[kind].edit(s, id);
    expect(await s.plan([kind])).toEqual([]);
    await s.create(kind);
    expect(kinds[kind].all(s)).toHaveLength(2);
    expect(await s.plan([])).toEqual([expect.stringMatching(`${id} is in no state`)]);
    kinds[kind].remove(s, id);
    expect(await s.plan([])).toEqual([]);
    expect(s.entries()).toEqual([]);
  });

  it('nothing is created like it: the plan after a whole plan names it, a state that shows it ends that', async () => {
    const { s, id } = await left();
    expect(await s.plan([])).toEqual([]);
    expect(await s.plan([])).toEqual([expect.stringMatching(`${id} is in no state`)]);
    const seeing = await s.start({ command: { name: 'plan' } });
    seeing.see(kind === 'key' ? 'endpoint' : 'key', id);
    expect(s.entries()).toHaveLength(1);
    seeing.see(kind, id);
    expect(s.entries()).toEqual([]);
  });

  it.each<[string, RunChanges, object]>([
    ['is restricted', { command: { isWhole: false } }, {}],
    ['creates nothing', { command: { mayCreate: false } }, {}],
    ['had an error', {}, { hasFailed: true }],
    ['was interrupted', {}, { isOrderly: false }],
    ['changed objects', {}, { hasChanged: true }],
  ])('a run that %s marks nothing', async (_, changes, end) => {
    const { s } = await left();
    const process = await s.start(changes);
    process.end(end);
    expect(s.read().join('')).not.toContain('mark');
  });

  it('it cannot be read: the create fails, and nothing is created', async () => {
    const { s, id } = await left({ mark: 'used' });
    s.controls.faults.add({ method: 'GET', times: 99, effect: { kind: 'status', status: 500 } });
    await expect(s.create(kind)).rejects.toThrow(`${id}, and it cannot be read`);
    expect(kinds[kind].all(s)).toEqual([id]);
    expect(s.entries()).toHaveLength(1);
  });

  it('the plan cannot read the list: it leaves the entry to the apply', async () => {
    const { s } = await left();
    s.controls.faults.add({ operation: kinds[kind].list, effect });
    expect(await s.plan([kind])).toEqual([]);
    expect(s.read().join()).toContain('"mark":"used"');
  });

  it('it is gone: another one is created, and nothing is said', async () => {
    const { s, id } = await left({ mark: 'used' });
    kinds[kind].remove(s, id);
    expect((await s.create(kind)).warnings).toEqual([]);
    expect(s.entries()).toEqual([]);
  });

  it('its fields were unknown at plan: the apply says what it did', async () => {
    const { s, id } = await left();
    const planning = await s.start({ command: { name: 'plan' } });
    expect(await planning.plan(kind, ['url', 'name'])).toEqual([]);
    planning.end();
    const { warnings } = await s.create(kind);
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`${id} was (?:taken over|issued anew)`))]);
  });
});

describe('an entry serves one create', () => {
  it('also if two provider blocks, each with its own process, need equal objects', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('endpoint', { id, mark: 'used' });
    expect(await s.plan(['endpoint', 'endpoint'])).toEqual([`Webhook endpoint ${id} will be taken over`]);
    const blocks = [await s.start({ run: { owner: 'one' } }), await s.start({ run: { owner: 'two' } })];
    const made = await Promise.all(blocks.map(({ create }) => create('endpoint')));
    expect(new Set(made.map(each => each.id)).size).toBe(2);
    expect(kinds.endpoint.all(s)).toHaveLength(2);
    expect(kinds.endpoint.all(s)).toContain(id);
  });

  it('a claim of a process that was killed is taken by the next run', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('endpoint', { id, mark: 'used' });
    s.controls.faults.add({ method: 'PATCH', effect: { kind: 'status', status: 500 } });
    await expect(s.create('endpoint')).rejects.toThrow();
    await s.plan(['endpoint']);
    expect((await s.create('endpoint')).id).toBe(id);
    expect(s.entries()).toEqual([]);
  });
});

describe('keys', () => {
  it('all keys of one digest whose values were lost are revoked once another one exists', async () => {
    const s = await scene();
    for (const id of [kinds.key.make(s), kinds.key.make(s)]) s.leave('key', { id });
    await s.plan(['key']);
    const { id } = await s.create('key');
    expect(kinds.key.all(s)).toEqual([id]);
    expect(s.entries()).toEqual([]);
  });

  it('one that cannot be revoked stays in the journal, and later plans name it', async () => {
    const s = await scene();
    const id = kinds.key.make(s);
    s.leave('key', { id });
    await s.plan(['key']);
    s.controls.faults.add({ operation: 'apiKeys.delete', effect: { kind: 'status', status: 403 } });
    const made = await s.create('key');
    expect(made.warnings).toEqual([`API key ${id} is not revoked yet`]);
    await s.plan([]);
    expect(await s.plan([])).toEqual([`API key ${id} is in no state`]);
  });
});

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
