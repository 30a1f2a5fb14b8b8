import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../src/sandbox';
import { both, endpoint, key, kinds, type Scene, scene } from './creation-fixture';

const lose = ({ controls }: Scene, kind: 'drop-after' | 'drop-before', times = 1) =>
  controls.faults.add({ method: 'POST', times, effect: { kind } });

describe('a lost answer', () => {
  it('of an endpoint: the only new equal one is taken by an update with our secret, and named', async () => {
    const s = await scene();
    const before = kinds.endpoint.make(s);
    lose(s, 'drop-after');
    const made = await s.create('endpoint');
    expect(made.warnings).toEqual([`Webhook endpoint ${made.id} was found after a lost answer`]);
    expect(kinds.endpoint.all(s)).toEqual([before, made.id]);
    expect(s.controls.webhooks.secretOf(made.id)).toBe(endpoint.secret);
    expect(s.entries()).toEqual([]);
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

  it.each(both)('of a request for a %s that took no effect: it is asked for again', async kind => {
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

  it('an equal endpoint of another process that has just been answered is not taken', async () => {
    const s = await scene();
    const first = await s.start();
    const second = await s.start();
    lose(s, 'drop-before');
    const creating = second.create('endpoint');
    const theirs = await first.create('endpoint');
    expect((await creating).id).not.toBe(theirs.id);
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

  it('a refusal leaves no entry', async () => {
    const s = await scene();
    s.controls.faults.add({ method: 'POST', effect: { kind: 'status', status: 403 } });
    await expect(s.create('key')).rejects.toThrow();
    expect(s.entries()).toEqual([]);
  });
});

describe('a 2xx answer with an id and nothing else that can be read', () => {
  it.each(both)('records the id of a %s at once, and is not repeated', async kind => {
    const s = await scene();
    const id = kinds[kind].make(s);
    const effect: FaultEffect = { kind: 'status', status: 201, body: { id } };
    s.controls.faults.add({ method: 'POST', effect });
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

describe('the cost of the search', () => {
  it('is one listing for concurrent creates, not one each', async () => {
    const s = await scene();
    for (let index = 0; index < 150; index += 1)
      s.controls.webhooks.create({ ...endpoint, url: `https://b.example/${index}` });
    const { platform } = await s.start();
    const warn = () => {};
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        platform.webhooks.create({ ...endpoint, url: `https://a.example/${index}` }, { warn }),
      ),
    );
    expect(s.controls.requests.count('webhooks.list')).toBe(2);
  });

  it('is avoided on a platform that is too large: the request is repeated with a warning', async () => {
    const s = await scene();
    for (let index = 0; index < 2001; index += 1) s.controls.apiKeys.issue({ ...key, name: `key ${index}` });
    lose(s, 'drop-before');
    expect((await s.create('key')).warnings).toEqual(['API key "reporting" was asked for twice']);
  });
});
