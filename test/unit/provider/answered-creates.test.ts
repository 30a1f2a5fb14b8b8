import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leftOver } from '../../../src/provider/creation/messages';
import { both, kinds, type RunChanges, type Scene, scene } from './creation-fixture';

const effect = { kind: 'status', status: 500 } as const;
const ok = { kind: 'status', status: 200 } as const;

type Left = Parameters<Scene['leave']>[1] & { readonly isAlive?: boolean };

describe.each(both)('the id of the %s is known', kind => {
  const left = async ({ isAlive = false, ...facts }: Left = {}) => {
    const s = await scene();
    const id = kinds[kind].make(s);
    s.leave(kind, { id, owner: isAlive ? s.alive : s.gone, ...facts });
    return { s, id };
  };

  it('a whole plan announces what its apply does, and the apply does it without another word', async () => {
    const { s, id } = await left();
    const will = kind === 'key' ? /is issued anew/ : /is taken over/;
    expect(await s.plan([kind])).toEqual([expect.stringMatching(will)]);
    const made = await s.create(kind);
    expect(made.warnings).toEqual([]);
    expect(kinds[kind].all(s)).toEqual([made.id]);
    expect(made.id === id).toBe(kind === 'endpoint');
    expect(s.entries()).toEqual([]);
  });

  it.each<[string, Left, RunChanges]>([
    ['no plan has marked it', {}, { command: { hasPlanFile: false } }],
    ['the apply is restricted', { mark: 'used' }, { command: { isWhole: false } }],
    ['it is a terraform test', { mark: 'used' }, { command: { name: 'test', isWhole: false } }],
  ])('is not used if %s', async (_, facts, changes) => {
    const { s, id } = await left(facts);
    const made = await s.create(kind, changes);
    expect(kinds[kind].all(s)).toEqual([id, made.id]);
    expect(s.entries()).toHaveLength(1);
  });

  it('a saved plan that is older than an entry creates nothing: it would create the object twice', async () => {
    const { s, id: first } = await left();
    await s.plan([kind]);
    const id = kinds[kind].make(s);
    s.leave(kind, { id });
    await expect(s.create(kind)).rejects.toThrow('the last plan did not look for it');
    expect(kinds[kind].all(s)).toEqual([first, id]);
  });

  it.each([undefined, 'used'] as const)(
    'a saved plan creates nothing after a restricted one: %s',
    async mark => {
      const { s, id } = await left({ mark });
      await s.plan([kind], { command: { isWhole: false } });
      await expect(s.create(kind)).rejects.toThrow('the last plan did not look for it');
      expect(kinds[kind].all(s)).toEqual([id]);
    },
  );

  it('an import takes the mark away', async () => {
    const { s, id } = await left({ mark: 'used' });
    const importing = await s.start({ command: { name: 'plan' } });
    importing.platform.importBegan(id);
    expect(await importing.plan(kind)).toEqual([]);
    expect(s.read().map(text => /"mark":"(\w+)"}$/.exec(text)?.[1])).toEqual(['none']);
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
    const run = { terraform: 'the same' };
    (await s.start({ run })).end();
    expect((await s.start({ run })).warnings, 'the walk that applies').toEqual([]);
    s.controls.faults.add({ method: 'GET', times: 3, effect });
    expect(await s.plan([]), 'it cannot be read').toEqual([expect.stringMatching(`${id} is in no state`)]);
    expect(leftOver({ noun: 'API key', resource: 'svc_api_key' }, id)[1]).toContain(`journal delete ${id}\n`);
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
    (await s.start(changes)).end(end);
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
    s.controls.faults.add({ operation: kinds[kind].list, times: 6, effect });
    expect(await s.plan([kind])).toEqual([expect.stringMatching(/equal ones may exist unseen$/)]);
    expect(s.read().join()).toContain('"mark":"used"');
  });

  it('it was gone before the plan: the plan has no use for it', async () => {
    const { s, id } = await left();
    kinds[kind].remove(s, id);
    expect(await s.plan([kind])).toEqual([]);
    expect(s.read().join()).toContain('"mark":"left"');
  });

  it('it is gone: another one is created, and nothing is said', async () => {
    const { s, id } = await left({ mark: 'used' });
    kinds[kind].remove(s, id);
    expect((await s.create(kind)).warnings).toEqual([]);
    expect(s.entries()).toEqual([]);
  });

  it('one of another place or credential is neither looked for nor named nor removed', async () => {
    const { s, id } = await left({ mark: 'left', place: 'elsewhere' });
    kinds[kind].remove(s, id);
    s.controls.requests.clear();
    expect(await s.plan([])).toEqual([]);
    expect([s.controls.requests.count(), s.entries().length]).toEqual([0, 1]);
    for (const other of ['a', 'b', 'c']) s.leave(kind, { id: other, mark: 'left', place: 'elsewhere' });
    s.leave(kind, { id: kinds[kind].make(s), mark: 'left' });
    expect(await s.plan([]), 'and one of this place').toHaveLength(1);
  });

  it('its fields were unknown at plan: the apply says what it did', async () => {
    const { s, id } = await left();
    const other = kind === 'key' ? 'endpoint' : 'key';
    s.leave(other, { id: kinds[other].make(s) });
    const planning = await s.start({ command: { name: 'plan' } });
    expect(await planning.plan(kind, ['url', 'name'])).toEqual([]);
    planning.end();
    const marks = s.read().map(text => /"mark":"(\w+)"}$/.exec(text)?.[1]);
    expect(marks.sort(), 'one that it is, and one of the other kind').toEqual(['left', 'used']);
    const { warnings } = await s.create(kind);
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`${id} is (?:taken over|issued anew)`))]);
  });
});

describe('an entry serves one create', () => {
  it('also if two provider blocks, each with its own process, need equal objects', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('endpoint', { id, mark: 'used' });
    expect(await s.plan(['endpoint', 'endpoint'])).toEqual([
      `Webhook endpoint ${id} is taken over`,
      'Webhook endpoint for a.example is planned twice',
    ]);
    const blocks = [await s.start({ run: { owner: 'one' } }), await s.start({ run: { owner: 'two' } })];
    const made = await Promise.all(blocks.map(({ create }) => create('endpoint')));
    expect(new Set(made.map(each => each.id)).size).toBe(2);
    expect(kinds.endpoint.all(s)).toHaveLength(2);
    expect(kinds.endpoint.all(s)).toContain(id);
  });

  it('also if two equal creates are planned at the same time, and no list shows their endpoints yet', async () => {
    const s = await scene();
    const ids = [kinds.endpoint.make(s), kinds.endpoint.make(s)];
    for (const id of ids) s.leave('endpoint', { id });
    const body = { data: [], next_cursor: null };
    s.controls.faults.add({ operation: 'webhooks.list', effect: { ...ok, body } });
    const { plan } = await s.start({ command: { name: 'plan' } });
    const said = (await Promise.all([plan('endpoint'), plan('endpoint')])).flat();
    for (const id of ids) expect(said).toContain(`Webhook endpoint ${id} is taken over`);
  });

  it('and one create takes one endpoint', async () => {
    const s = await scene();
    for (const id of [kinds.endpoint.make(s), kinds.endpoint.make(s)]) s.leave('endpoint', { id });
    expect(await s.plan(['endpoint'])).toEqual([expect.stringContaining('is taken over')]);
  });

  it('stays if its run was interrupted, although Terraform has received the object', async () => {
    const s = await scene();
    const process = await s.start();
    await process.create('endpoint');
    process.end({ isOrderly: false });
    expect(s.entries()).toHaveLength(1);
    process.end();
    expect(s.entries()).toEqual([]);
  });

  it('and a journal that cannot be written is said once, by the first of two creates', async () => {
    const s = await scene();
    rmSync(s.folder, { recursive: true });
    writeFileSync(s.folder, 'a file');
    const { create, warnings } = await s.start();
    for (const kind of both) await create(kind);
    expect(warnings).toEqual(['Creations are not journalled']);
  });

  it('and a create that failed does not stop an equal one', async () => {
    const s = await scene();
    s.controls.faults.add({ method: 'POST', effect: { kind: 'status', status: 403 } });
    const { create } = await s.start();
    const made = await Promise.allSettled([create('key'), create('key')]);
    expect(made.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

it('an endpoint that cannot be updated is a look-alike, and another one is created', async () => {
  const s = await scene();
  const id = kinds.endpoint.make(s);
  s.leave('endpoint', { id });
  const unavailable = ['webhooks.update'];
  expect(await s.plan(['endpoint'], { unavailable })).toEqual([`Webhook endpoint ${id} looks the same`]);
  const made = await s.create('endpoint', { unavailable });
  expect(kinds.endpoint.all(s)).toEqual([id, made.id]);
});

it('an endpoint that goes while it is taken over is created anew', async () => {
  const s = await scene();
  const id = kinds.endpoint.make(s);
  s.leave('endpoint', { id, mark: 'used' });
  const held = s.controls.faults.add({ method: 'PATCH', effect: { kind: 'hang-before' } });
  void held.reached.then(() => {
    kinds.endpoint.remove(s, id);
    held.remove();
  });
  expect((await s.create('endpoint')).id).not.toBe(id);
  expect(s.entries()).toEqual([]);
});

describe('keys', () => {
  it('a look-alike beside one that is issued anew is named, too', async () => {
    const s = await scene();
    const [own, theirs] = [kinds.key.make(s), kinds.key.make(s)];
    s.leave('key', { id: own });
    expect(await s.plan(['key'])).toEqual([
      `API key ${own} is issued anew`,
      `API key ${theirs} looks the same`,
    ]);
  });

  it('all keys of one digest whose values were lost are revoked once another one exists', async () => {
    const s = await scene();
    for (const id of [kinds.key.make(s), kinds.key.make(s)]) s.leave('key', { id });
    expect(await s.plan(['key'])).toEqual(Array(2).fill(expect.stringMatching(/is issued anew$/)));
    s.controls.faults.add({ method: 'POST', effect: { kind: 'status', status: 403 } });
    await expect(s.create('key')).rejects.toThrow();
    expect(kinds.key.all(s)).toHaveLength(2);
    const { id } = await s.create('key');
    expect(kinds.key.all(s)).toEqual([id]);
    expect(s.entries()).toEqual([]);
  });

  it('are no strangers to refuse', async () => {
    const s = await scene();
    for (const id of [kinds.key.make(s), kinds.key.make(s)]) s.leave('key', { id });
    await s.plan(['key', 'key'], { lookAlikes: 'refuse' });
    const { create } = await s.start({ lookAlikes: 'refuse', command: { hasPlanFile: true } });
    const made = [await create('key'), await create('key')];
    expect(kinds.key.all(s)).toEqual(made.map(({ id }) => id));
  });

  it('that the list does not show yet are announced', async () => {
    const s = await scene();
    const id = kinds.key.make(s);
    s.leave('key', { id });
    const body = { data: [], next_cursor: null };
    s.controls.faults.add({ operation: 'apiKeys.list', times: 9, effect: { ...ok, body } });
    expect(await s.plan(['key'])).toEqual([`API key ${id} is issued anew`]);
    s.controls.faults.add({ operation: 'apiKeys.get', times: 9, effect });
    expect(await s.plan(['key']), 'it cannot be read').toEqual([]);
  });

  it('that a state names as earlier ones need no entry, and are no look-alikes', async () => {
    const s = await scene();
    const [oldest = '', older = '', previous = '', id = ''] = [1, 2, 3, 4].map(() => kinds.key.make(s));
    for (const each of [oldest, older, previous, id, id]) s.leave('key', { id: each });
    const { see, plan } = await s.start();
    see('key', id, { previous_id: previous, unrevoked_ids: [oldest, older] });
    expect([s.entries(), await plan('key')]).toEqual([[], []]);
  });

  it('one is issued anew where none can be revoked: the apply names what it leaves behind', async () => {
    const s = await scene();
    const id = kinds.key.make(s);
    s.leave('key', { id });
    await s.plan(['key']);
    const { warnings } = await s.create('key', { unavailable: ['apiKeys.delete'] });
    expect([warnings, s.entries()]).toEqual([[`API key ${id} is left behind`], []]);
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
