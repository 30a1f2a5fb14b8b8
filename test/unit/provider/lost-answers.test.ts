import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../src/sandbox';
import { dialectOf } from '../../../src/sandbox/dialects/dialects';
import { answer } from '../../harness/a-sandbox';
import { both, endpoint, kinds, type Scene, scene } from './creation-fixture';
import { notebook } from './notebook';

const warn = () => {};
const lose = ({ controls }: Scene, kind: 'drop-after' | 'drop-before', times = 1) =>
  controls.faults.add({ method: 'POST', times, effect: { kind } });

const twice = expect.stringMatching(/was asked for twice$/);

const busy = { error: { code: 'busy', message: 'Later.' } };
const creating = { endpoint: 'webhooks.create', key: 'apiKeys.create' } as const;

describe('a lost answer', () => {
  it('of an endpoint: the only new equal one is taken by an update with our secret, and named', async () => {
    const s = await scene();
    const before = kinds.endpoint.make(s);
    lose(s, 'drop-after');
    const made = await s.create('endpoint');
    expect(made.warnings).toEqual([
      `Webhook endpoint ${made.id} was found after a lost answer`,
      `Webhook endpoint ${before} was there before`,
    ]);
    expect(kinds.endpoint.all(s)).toEqual([before, made.id]);
    expect(s.controls.webhooks.stored(made.id)?.secret).toBe(endpoint.secret);
    // Before the create and after it.
    expect(s.controls.requests.count('webhooks.list')).toBe(2);
  });

  it('of an endpoint: it is taken where the update shows nothing, with one look at it', async () => {
    const s = await scene({ dialect: { idempotency: 'ignored', statuses: dialectOf('terse').statuses } });
    lose(s, 'drop-after');
    const made = await s.create('endpoint');
    expect(kinds.endpoint.all(s)).toEqual([made.id]);
    expect(s.controls.requests.count('webhooks.get')).toBe(1);
  });

  it('of a key: it is asked for again under the same Idempotency-Key, and what is new beside it is named, never revoked', async () => {
    const s = await scene();
    lose(s, 'drop-after');
    const made = await s.create('key');
    const [first = '', second] = kinds.key.all(s);
    expect(second).toBe(made.id);
    expect(made.warnings).toEqual([`API key ${first} may be a duplicate`]);
    expect(s.controls.requests.count('apiKeys.delete')).toBe(0);
    const keys = s.controls.requests.all().map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys.filter(each => each !== undefined)).size).toBe(1);
  });

  it.each([
    ['beside a list that lags, which proves nothing', { lateListings: 9 }, 'drop-after', both, 2],
    ['to a request that took no effect, which is sent again', {}, 'drop-before', both, 1],
    ['where Idempotency-Key is honoured', { idempotency: 'honoured' }, 'drop-after', ['key'], 1],
  ] as const)('%s: the doubt is said', async (_, dialect, lost, doubtful, left) => {
    for (const kind of doubtful) {
      const s = await scene({ dialect: { idempotency: 'ignored', ...dialect } });
      lose(s, lost);
      const { id, warnings } = await s.create(kind);
      expect(warnings).toEqual([twice]);
      expect([kinds[kind].all(s).length, kinds[kind].all(s).includes(id)]).toEqual([left, true]);
    }
  });

  it.each(both)('of the %s, from the platform: only the word of a gateway leaves a doubt', async kind => {
    for (const [status, body, expected] of [
      [503, busy, []],
      [504, { error: { code: 'timeout', message: 'Later.' } }, [twice]],
      [503, '<html>Bad gateway</html>', [twice]],
    ] as const) {
      const s = await scene();
      s.controls.faults.add({ method: 'POST', times: 1, effect: answer(status, body) });
      expect((await s.create(kind)).warnings).toEqual(expected);
    }
  });

  it('of an endpoint, twice: the one that is found may not be the only one', async () => {
    const s = await scene();
    lose(s, 'drop-before');
    lose(s, 'drop-after');
    const { id, warnings } = await s.create('endpoint');
    expect(warnings).toEqual([`Webhook endpoint ${id} was found after a lost answer`, twice]);
  });

  it('of an endpoint whose request takes effect during the wait: it is taken, and not asked for again', async () => {
    const s = await scene();
    lose(s, 'drop-before');
    const { id } = await s.create('endpoint', { sleep: async () => void kinds.endpoint.make(s) });
    expect(kinds.endpoint.all(s)).toEqual([id]);
  });

  it.each(both)('of the %s, and then a refusal by the platform: the doubt stays', async kind => {
    const s = await scene();
    s.controls.faults.add({ method: 'POST', after: 1, effect: answer(503, busy) });
    lose(s, 'drop-before');
    expect((await s.create(kind)).warnings).toEqual([twice]);
  });

  it('of an endpoint that is gone at its takeover: it is asked for again', async () => {
    const s = await scene();
    lose(s, 'drop-after');
    s.controls.faults.add({ operation: 'webhooks.update', effect: answer(503), times: 1 });
    const sleep = async () => kinds.endpoint.all(s).forEach(id => void s.controls.webhooks.delete(id));
    const { id } = await s.create('endpoint', { sleep });
    expect(kinds.endpoint.all(s)).toEqual([id]);
  });

  it('of an endpoint without webhooks.update: it is asked for again, and the first one is named', async () => {
    const s = await scene();
    lose(s, 'drop-after');
    const made = await s.create('endpoint', { unavailable: ['webhooks.update'] });
    const [first = ''] = kinds.endpoint.all(s);
    expect(made.id).not.toBe(first);
    expect(made.warnings).toEqual([`Webhook endpoint ${first} may be a duplicate`]);
  });

  it.each([
    ['before', { times: 1 }],
    ['midway after it', { after: 2 }],
  ])('of an endpoint whose list fails %s: what may be new is named, and not taken', async (_, fault) => {
    const s = await scene({ dialect: { idempotency: 'ignored', longestPage: 1 } });
    const operation = 'webhooks.list' as const;
    s.controls.faults.add({ operation, effect: answer(405), ...fault });
    lose(s, 'drop-after');
    const theirs = s.controls.requests.arrived('webhooks.create').then(() => kinds.endpoint.make(s));
    const made = await s.create('endpoint');
    expect(made.id).not.toBe(await theirs);
    expect(made.warnings.join()).toMatch(/may be a duplicate|was asked for twice/);
  });

  it('of an endpoint whose list failed before: one that may have been there is not taken', async () => {
    const s = await scene();
    const before = kinds.endpoint.make(s);
    s.controls.faults.add({ operation: 'webhooks.list', effect: answer(405), times: 1 });
    lose(s, 'drop-before');
    expect((await s.create('endpoint')).id).not.toBe(before);
  });

  it.each(both)('of the %s while somebody makes an equal one: all that is new is named', async kind => {
    const s = await scene();
    lose(s, 'drop-after');
    const theirs = s.controls.requests.arrived(creating[kind]).then(() => kinds[kind].make(s));
    const made = await s.create(kind);
    const others = kinds[kind].all(s).filter(id => id !== made.id);
    expect(others).toHaveLength(2);
    expect(others).toContain(await theirs);
    expect(made.warnings).toEqual([expect.stringMatching(/may be a duplicate$/)]);
    for (const id of others) expect(made.warnings.join()).toContain(id);
    expect(s.controls.requests.all().filter(({ method }) => /PATCH|DELETE/.test(method))).toEqual([]);
  });

  // The endpoint gets our secret, and the key stays theirs.
  it.each(both)('of a %s without effect, while somebody makes an equal one: it is named', async kind => {
    const s = await scene();
    lose(s, 'drop-before');
    const theirs = s.controls.requests.arrived(creating[kind]).then(() => {
      const id = kinds[kind].make(s);
      if (kind === 'endpoint') s.controls.webhooks.update(id, { secret: 'theirs' });
      return id;
    });
    const { id, warnings } = await s.create(kind);
    expect(id === (await theirs)).toBe(kind === 'endpoint');
    expect(warnings).toEqual([expect.stringContaining(await theirs)]);
    if (kind === 'endpoint') expect(s.controls.webhooks.stored(id)?.secret).toBe(endpoint.secret);
  });

  it.each(both)('of one of two equal ones, the %s: the other one is neither named nor taken', async kind => {
    for (const after of [0, 1]) {
      const s = await scene();
      s.controls.faults.add({ method: 'POST', after, effect: { kind: 'drop-before' } });
      const { create, warnings } = s.start();
      await Promise.all([create(kind), create(kind)]);
      expect([kinds[kind].all(s).length, warnings]).toEqual([2, [twice]]);
    }
  });

  it('and Ctrl-C between the looks: the outcome is unknown', async () => {
    const s = await scene();
    lose(s, 'drop-before');
    const sleep = () => Promise.reject(new Error('interrupted'));
    await expect(s.create('endpoint', { sleep })).rejects.toThrow('not known whether');
    expect(s.controls.requests.count('webhooks.create')).toBe(1);
  });

  it('and a refusal after it: the refusal is the error, and what the lost request has made is named', async () => {
    const s = await scene();
    lose(s, 'drop-after');
    s.controls.faults.add({ method: 'POST', effect: answer(403) });
    const { create, warnings } = s.start();
    await expect(create('key')).rejects.toHaveProperty('name', 'Forbidden');
    expect(warnings).toEqual([`API key ${kinds.key.all(s)[0]} may be a duplicate`]);
    expect(s.controls.requests.count('apiKeys.create')).toBe(2);
  });
});

it.each(both)('a success of the %s that shows only an id, a page or 303 is not repeated', async kind => {
  const answers: readonly FaultEffect[] = [
    { kind: 'status-after', status: 201, body: '<html>' },
    { kind: 'status-after', status: 303 },
    answer(201, { id: 'other_1' }),
  ];
  for (const effect of answers) {
    const s = await scene();
    s.controls.faults.add({ method: 'POST', effect });
    const { create, warnings } = s.start();
    const [made] = await Promise.allSettled([create(kind)]);
    expect(made.status).toBe(kind === 'endpoint' ? 'fulfilled' : 'rejected');
    expect(s.controls.requests.count(creating[kind])).toBe(1);
    // Only the list shows what came of an answer without an id.
    if (kind === 'key' && effect.kind === 'status-after')
      expect(warnings).toEqual([`API key ${kinds.key.all(s)[0]} may be a duplicate`]);
  }
});

it.each(both)('a refused create of the %s does not stop the next equal one', async kind => {
  const s = await scene();
  s.controls.faults.add({ method: 'POST', times: 1, effect: answer(422) });
  const { create } = s.start();
  const made = await Promise.allSettled([create(kind), create(kind)]);
  expect(made.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

it.each(both)('an equal %s that was there is named, unless it is gone, changed or in a state', async kind => {
  const s = await scene();
  const [left, shown, deleted] = [kinds[kind].make(s), kinds[kind].make(s), kinds[kind].make(s)];
  const moved = kinds[kind].make(s);
  const { create, platform, see, warnings } = s.start();
  see(kind, shown);
  const objects = platform[kind === 'key' ? 'apiKeys' : 'webhooks'];
  // The apply has listed the platform before another of its blocks changes one.
  await objects.list();
  if (kind === 'key') s.controls.apiKeys.update(moved, { name: 'moved' });
  else s.controls.webhooks.update(moved, { url: 'https://moved.example/' });
  await objects.delete(deleted, { warn, notes: notebook() });
  s.controls.faults.add({ method: 'DELETE', effect: answer(403) });
  await expect(objects.delete(left, { warn, notes: notebook() })).rejects.toThrow();
  await create(kind);
  await create(kind);
  // A rotation issues a key beside the one that the state has.
  const named = kind === 'key' ? left : `${left}, ${shown}`;
  const said = expect.stringMatching(new RegExp(` ${named} was there before$`));
  expect(warnings).toEqual([said, said]);
  expect(s.controls.requests.count(kinds[kind].list)).toBe(1);
});
