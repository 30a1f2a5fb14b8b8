import { describe, expect, it } from 'vitest';
import { identityOf, nameOfProcess } from '../../../src/provider/creation/journal/owner';
import type { FaultEffect } from '../../../src/sandbox';
import { dialectOf } from '../../../src/sandbox/dialects/dialects';
import { both, endpoint, key, kinds, type Scene, scene } from './creation-fixture';

const lose = ({ controls }: Scene, kind: 'drop-after' | 'drop-before', times = 1) =>
  controls.faults.add({ method: 'POST', times, effect: { kind } });

const creating = { endpoint: 'webhooks.create', key: 'apiKeys.create' } as const;

describe('a lost answer', () => {
  it('of an endpoint: the only new equal one is taken by an update with our secret, and named', async () => {
    const s = await scene();
    const before = kinds.endpoint.make(s);
    lose(s, 'drop-after');
    const made = await s.create('endpoint');
    expect(made.warnings).toEqual([`Webhook endpoint ${made.id} was found after a lost answer`]);
    expect(kinds.endpoint.all(s)).toEqual([before, made.id]);
    expect(s.controls.webhooks.kept(made.id)?.secret).toBe(endpoint.secret);
    expect(s.entries()).toEqual([]);
    // Before the create and after it.
    expect(s.controls.requests.count('webhooks.list')).toBe(2);
    lose(s, 'drop-after');
    s.controls.faults.add({ method: 'PATCH', effect: { kind: 'status', status: 403 } });
    await expect(s.create('endpoint'), 'its update fails').rejects.toThrow();
    expect(s.read().join()).toContain(`"id":"${kinds.endpoint.all(s).at(-1)}"`);
  });

  it('of an endpoint: it is taken where the update shows nothing, with one look at it', async () => {
    const s = await scene({ dialect: { idempotency: 'ignored', statuses: dialectOf('terse').statuses } });
    lose(s, 'drop-after');
    const made = await s.create('endpoint');
    expect(kinds.endpoint.all(s)).toEqual([made.id]);
    expect(s.controls.requests.count('webhooks.get')).toBe(1);
  });

  it('of a key: it is asked for again, and what is new beside it is named, never revoked', async () => {
    const s = await scene();
    lose(s, 'drop-after');
    const made = await s.create('key');
    const [first = '', second] = kinds.key.all(s);
    expect(second).toBe(made.id);
    expect(made.warnings).toEqual([`API key ${first} may be a duplicate`]);
    expect(s.controls.requests.count('apiKeys.delete')).toBe(0);
  });

  it.each(both)('of the %s: a list that lags proves nothing, which is said', async kind => {
    const s = await scene({ dialect: { idempotency: 'ignored', lateListings: 9 } });
    lose(s, 'drop-after');
    const { warnings } = await s.create(kind);
    expect(warnings).toEqual([expect.stringMatching(/was asked for twice$/)]);
    expect(kinds[kind].all(s)).toHaveLength(2);
  });

  it.each(both)('of a request for the %s that took no effect: it is asked for again', async kind => {
    const s = await scene();
    lose(s, 'drop-before');
    expect((await s.create(kind)).warnings).toEqual([]);
    expect(kinds[kind].all(s)).toHaveLength(1);
  });

  it('of an endpoint without webhooks.update: it is asked for again, and the first one is named', async () => {
    const s = await scene();
    lose(s, 'drop-after');
    const made = await s.create('endpoint', { unavailable: ['webhooks.update'] });
    const [first = ''] = kinds.endpoint.all(s);
    expect(made.id).not.toBe(first);
    expect(made.warnings).toEqual([`Webhook endpoint ${first} may be a duplicate`]);
  });

  it('of an endpoint whose list could not be read before: an equal one is not taken', async () => {
    const s = await scene();
    const theirs = kinds.endpoint.make(s);
    s.controls.faults.add({ operation: 'webhooks.list', effect: { kind: 'status', status: 403 } });
    lose(s, 'drop-before');
    expect((await s.create('endpoint')).id).not.toBe(theirs);
  });

  it('of an endpoint: a list that fails midway does not show the only new one', async () => {
    const s = await scene({ dialect: { idempotency: 'ignored', longestPage: 1 } });
    s.controls.faults.add({ operation: 'webhooks.list', after: 2, effect: { kind: 'status', status: 405 } });
    lose(s, 'drop-after');
    const theirs = s.controls.requests.arrived('webhooks.create').then(() => kinds.endpoint.make(s));
    const made = await s.create('endpoint');
    expect(made.warnings).toEqual([expect.stringMatching(/may be a duplicate$/)]);
    expect(made.warnings.join()).toContain(await theirs);
  });

  it.each([
    ['has asked for an equal one: the new one may be theirs', true, {}, false],
    ['has asked for another one: the new one is taken', true, { digest: 'another' }, true],
    ['has its answer: the new one is taken', true, { id: 'wh_theirs' }, true],
    ['is gone: the new one is taken', false, { place: 'elsewhere' }, true],
  ])('of an endpoint while another process %s', async (_, isAlive, facts, isTaken) => {
    const s = await scene();
    const owner = isAlive ? nameOfProcess(await identityOf(process.ppid)) : s.gone;
    s.leave('endpoint', { id: 'wh_other', place: 'elsewhere' });
    s.leave('endpoint', { owner, ...facts });
    lose(s, 'drop-after');
    const made = await s.create('endpoint', { run: { owner: s.alive } });
    expect(kinds.endpoint.all(s).indexOf(made.id)).toBe(isTaken ? 0 : 1);
  });

  it.each(both)(
    'of the %s while somebody makes an equal one: all that is new is named, nothing is touched',
    async kind => {
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
    },
  );

  it.each(both)(
    'of a request for the %s without effect, while somebody makes an equal one: the endpoint gets our secret, the key stays theirs, and each is named',
    async kind => {
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
      if (kind === 'endpoint') expect(s.controls.webhooks.kept(id)?.secret).toBe(endpoint.secret);
    },
  );

  it('of a key on a platform that honours Idempotency-Key: the same key, and nothing is said', async () => {
    const s = await scene({ dialect: { idempotency: 'honoured' } });
    lose(s, 'drop-after');
    const made = await s.create('key');
    expect(kinds.key.all(s)).toEqual([made.id]);
    expect(made.warnings).toEqual([]);
  });

  it('and Ctrl-C between the looks: the outcome is unknown, and the entry stays', async () => {
    const s = await scene();
    lose(s, 'drop-before');
    const process = await s.start({ sleep: () => Promise.reject(new Error('interrupted')) });
    await expect(process.create('endpoint')).rejects.toThrow('not known whether');
    process.end();
    expect([s.controls.requests.count('webhooks.create'), s.entries().length]).toEqual([1, 1]);
  });

  it('an equal endpoint whose answer another process has noted is not taken', async () => {
    const s = await scene();
    lose(s, 'drop-before');
    const noted = s.controls.requests.arrived('webhooks.create').then(() => {
      const id = kinds.endpoint.make(s);
      s.leave('endpoint', { id });
      return id;
    });
    expect((await s.create('endpoint')).id).not.toBe(await noted);
    expect(kinds.endpoint.all(s)).toHaveLength(2);
  });

  it('every answer is lost: the error leaves the entry for the next run, although this one ends in order', async () => {
    const s = await scene();
    lose(s, 'drop-before', 3);
    const process = await s.start();
    await expect(process.create('key')).rejects.toThrow('not known whether');
    process.end();
    expect(s.entries()).toHaveLength(1);
  });

  it.each([
    ['with 403 leaves no entry', 0, 403],
    ['with 409 leaves no entry', 0, 409],
    ['with 422 leaves no entry', 0, 422],
    ['after a lost answer leaves the entry', 1, 403],
  ])('a refusal %s, and is not repeated', async (_, lost, status) => {
    const s = await scene();
    if (lost > 0) lose(s, 'drop-before', lost);
    s.controls.faults.add({ method: 'POST', effect: { kind: 'status', status } });
    await expect(s.create('key')).rejects.toThrow();
    expect([s.entries().length, s.controls.requests.count('apiKeys.create')]).toEqual([lost, lost + 1]);
  });
});

describe('a 2xx answer with an id and nothing else that can be read', () => {
  it.each(both)('records the id of the %s at once, and is not repeated', async kind => {
    const s = await scene();
    const id = kinds[kind].make(s);
    const effect: FaultEffect = { kind: 'status', status: 201, body: { id } };
    s.controls.faults.add({ method: 'POST', effect });
    // Otherwise the list shows that the object is older than the request.
    s.controls.faults.add({ operation: kinds[kind].list, effect: { kind: 'status', status: 405 } });
    const process = await s.start();
    const outcome = await process.create(kind).then(
      made => made.id,
      () => 'an error',
    );
    process.end();
    expect(kinds[kind].all(s)).toEqual([id]);
    expect(outcome).toBe(kind === 'endpoint' ? id : 'an error');
    expect(s.read().some(text => text.includes(id))).toBe(kind === 'key');
  });
});

it.each(both)(
  'a page instead of the answer of a success: the %s is not asked for again in this apply',
  async kind => {
    const s = await scene();
    s.controls.faults.add({ method: 'POST', effect: { kind: 'status-after', status: 201, body: '<html>' } });
    const [made] = await Promise.allSettled([(await s.start()).create(kind)]);
    expect(made.status).toBe(kind === 'endpoint' ? 'fulfilled' : 'rejected');
    expect([kinds[kind].all(s).length, s.controls.requests.count(creating[kind])]).toEqual([1, 1]);
  },
);

describe('the cost of the search', () => {
  it('is paid once on a platform that is too large: a second create reads no list, nor does a lost answer', async () => {
    const s = await scene();
    for (let index = 0; index < 2001; index += 1) s.controls.apiKeys.create({ ...key, name: `key ${index}` });
    const process = await s.start();
    await process.create('key');
    lose(s, 'drop-before');
    await process.create('key');
    expect(process.warnings).toEqual(['API key "reporting" was asked for twice']);
    expect(s.controls.requests.count('apiKeys.list')).toBe(21);
  });
});
