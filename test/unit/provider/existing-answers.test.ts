import { describe, expect, it } from 'vitest';
import { Refused } from '../../../src/provider/errors/refused';
import { answer } from '../../harness/a-sandbox';
import { failureOf } from '../client/client-fixture';
import { both, endpoint, key, kinds, type Scene, scene } from './creation-fixture';
import { notebook } from './notebook';

/** The platform answers a create with an existing object of this address, or of this name, and changes it. */
const once = (createsOnceBy: string) => ({ dialect: { idempotency: 'ignored', createsOnceBy } }) as const;
const fieldOf = { endpoint: 'url', key: 'name' } as const;

/** An object of somebody else with the same address or name, and other fields. */
const theirs = {
  endpoint: ({ controls }: Scene) =>
    controls.webhooks.create({ url: endpoint.url, events: ['incident.created'] }).id,
  key: ({ controls }: Scene) => controls.apiKeys.create({ ...key, scopes: ['devices:read'] }).id,
};

describe.each(both)('a create that is answered with a %s', kind => {
  it('that was there before: it is an error that names the object', async () => {
    const s = await scene(once(fieldOf[kind]));
    const id = theirs[kind](s);
    const process = s.start();
    const error = await failureOf(process.create(kind));
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({
      summary: expect.stringContaining(`${id} is not new`),
      message: expect.stringContaining('may have changed that object'),
    });
    expect(kinds[kind].all(s)).toEqual([id]);
  });

  it('that a state has, although no list shows it: it is an error', async () => {
    const s = await scene(once(fieldOf[kind]));
    s.controls.faults.add({ operation: kinds[kind].list, effect: answer(405) });
    const process = s.start();
    process.see(kind, theirs[kind](s));
    expect(await failureOf(process.create(kind))).toBeInstanceOf(Refused);
  });
});

describe('a create is believed', () => {
  it('if the object is new', async () => {
    const s = await scene(once('url'));
    s.controls.webhooks.create({ url: 'https://b.example/', events: ['alert.created'] });
    const { id, warnings } = await s.create('endpoint');
    expect([kinds.endpoint.all(s).includes(id), warnings]).toEqual([true, []]);
  });

  it('if the list before it says nothing', async () => {
    const s = await scene(once('url'));
    const id = theirs.endpoint(s);
    s.controls.faults.add({ operation: 'webhooks.list', effect: answer(405) });
    expect((await s.create('endpoint')).id).toBe(id);
  });

  it('if this run has deleted the object with this id, and only once', async () => {
    const s = await scene();
    const id = theirs.endpoint(s);
    const process = s.start();
    process.see('endpoint', id);
    await process.platform.webhooks.delete(id, { warn: () => {}, notes: notebook() });
    const body = { ...endpoint, secret: undefined, id, status: 'active', created_at: '2026-01-01T00:00:00Z' };
    s.controls.faults.add({ method: 'POST', times: 2, effect: answer(201, body) });
    expect((await process.create('endpoint')).id).toBe(id);
    expect(await failureOf(process.create('endpoint'))).toBeInstanceOf(Refused);
  });
});

it('a list that fails is said once, and read again for the next create', async () => {
  const s = await scene();
  const before = kinds.endpoint.make(s);
  s.controls.faults.add({ operation: 'webhooks.list', effect: answer(405), times: 1 });
  const { platform, create, warnings } = s.start();
  const warn = (summary: string) => warnings.push(summary);
  await platform.webhooks.create({ ...endpoint, url: 'https://b.example/' }, { warn });
  await create('endpoint');
  const unread = 'Webhook endpoint: not compared with all that exist';
  expect(warnings).toEqual([unread, `Webhook endpoint ${before} was there before`]);
});

it('two resources do not get one object: the second create is an error', async () => {
  const s = await scene(once('url'));
  const process = s.start();
  const made = await Promise.allSettled([
    process.platform.webhooks.create(endpoint, { warn: () => {} }),
    process.platform.webhooks.create({ ...endpoint, events: ['incident.created'] }, { warn: () => {} }),
  ]);
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(kinds.endpoint.all(s)).toHaveLength(1);
});

it.each(['create', 'update'])('what was sent is compared with the answer: %s', async deed => {
  const s = await scene();
  const id = deed === 'create' ? 'wh_1' : kinds.endpoint.make(s);
  const effect = answer(200, { id, url: 'https://b.example/' });
  s.controls.faults.add({ method: deed === 'create' ? 'POST' : 'PATCH', effect });
  const { create, platform, warnings } = s.start();
  const warn = (summary: string) => warnings.push(summary);
  if (deed === 'update') await platform.webhooks.update(id, { url: 'https://c.example/' }, {}, { warn });
  else await create('endpoint');
  expect(warnings).toContain(`Webhook endpoint ${id} was answered with another value: url`);
});
