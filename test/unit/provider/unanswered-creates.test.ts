import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client';
import { both, kinds } from './created-kinds';
import { key, scene } from './creation-fixture';

const anHourAgo = Date.now() - 3_600_000;

describe('no id is known', () => {
  it('one endpoint within the window is adopted, as planned', async () => {
    const s = await scene();
    s.leave('svc_webhook_endpoint');
    const id = kinds.endpoint.make(s);
    expect(await (await s.provider()).forecast('endpoint')).toEqual([
      `Webhook endpoint ${id} will be taken over`,
    ]);
    expect((await kinds.endpoint.create(s)).id).toBe(id);
  });

  it('a key is never revoked: another one is issued, and the candidate is reported', async () => {
    const s = await scene();
    s.leave('svc_api_key');
    const id = kinds.key.make(s);
    const made = await kinds.key.create(s);
    expect(kinds.key.all(s).toSorted()).toEqual([id, made.id].toSorted());
    expect(made.warnings).toEqual([`API key ${id} may be left over`]);
  });

  it('a platform that supports the Idempotency-Key returns the key itself', async () => {
    const s = await scene({ idempotency: 'honoured' });
    const idempotencyKey = 'of-the-run-before';
    const client = createClient({ baseUrl: s.sandbox.url, credential: s.sandbox.key });
    const lost = await client.apiKeys.create(key, { idempotencyKey });
    await client.close();
    s.leave('svc_api_key', { intent: { idempotencyKey } });
    const made = await kinds.key.create(s);
    expect(made.id).toBe(lost.id);
    expect(made.key).toBe(lost.key);
    expect(kinds.key.all(s)).toEqual([lost.id]);
  });

  it.each<[string, { began?: number | undefined; isComplete?: boolean }, number]>([
    ['several candidates', {}, 2],
    ['one that may have been there before', { isComplete: false }, 1],
    ['one of another hour', { began: anHourAgo }, 1],
    ['a request whose time is not known', { began: undefined }, 1],
  ])('%s: none is touched, another is created, and each is named', async (_, intent, count) => {
    const s = await scene();
    s.leave('svc_webhook_endpoint', { intent });
    const strangers = Array.from({ length: count }, () => kinds.endpoint.make(s));
    const made = await kinds.endpoint.create(s);
    expect(strangers).not.toContain(made.id);
    expect(made.warnings).toEqual([`Webhook endpoint ${strangers.join(', ')} may be left over`]);
  });

  it.each([
    ['and an equal resource', ['key'], 'another one is created'],
    ['and no equal resource', [], 'not touched. If nobody'],
  ] as const)('a plan with a candidate %s says what it creates', async (_, planned, saying) => {
    const s = await scene();
    s.leave('svc_api_key');
    kinds.key.make(s);
    const { platform } = await s.provider();
    for (const _kind of planned)
      platform.creationPlanned({ resource: 'svc_api_key', values: { ...key }, isKnown: () => true });
    const [[, detail = ''] = []] = await platform.makeForecast();
    expect(detail).toContain(saying);
    expect(detail.includes('is created')).toBe(planned.length > 0);
  });

  it('an object from before the request is no candidate, and a plan does not report it', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('svc_webhook_endpoint', { intent: { before: [id], began: anHourAgo } });
    expect(await (await s.provider()).forecast()).toEqual([]);
    expect(s.journals()).toEqual([]);
  });

  it.each(both)('the list excludes the object: the entry of a %s is closed without a message', async kind => {
    const s = await scene();
    s.leave(kinds[kind].resource, { intent: { began: anHourAgo } });
    expect(await (await s.provider()).forecast()).toEqual([]);
    expect(s.journals()).toEqual([]);
  });

  it('while the request may still take effect, it is repeated with the same key, and a later plan checks again', async () => {
    const s = await scene();
    s.leave('svc_webhook_endpoint', { intent: { idempotencyKey: 'the-same' } });
    const made = await kinds.endpoint.create(s);
    const asked = s.sandbox.controls.requests
      .all()
      .filter(({ operation }) => operation === 'webhooks.create');
    expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['the-same']);
    const late = kinds.endpoint.make(s);
    const { platform, forecast } = await s.provider();
    platform.stateSeen({ resource: 'svc_webhook_endpoint', identity: made.id, values: () => ({}) });
    expect(await forecast()).toEqual([`Webhook endpoint ${late} may be left over`]);
  });

  it('without a list, the request is repeated with the same key, after the time for late responses', async () => {
    const s = await scene();
    s.leave('svc_webhook_endpoint', { intent: { idempotencyKey: 'the-same' } });
    s.sandbox.controls.faults.add({ operation: 'webhooks.list', effect: { kind: 'status', status: 403 } });
    const made = await kinds.endpoint.create(s);
    expect(made.warnings).toEqual(['Webhook endpoint for a.example was asked for twice']);
    expect(made.slept.some(milliseconds => milliseconds > 60_000)).toBe(true);
    const asked = s.sandbox.controls.requests
      .all()
      .filter(({ operation }) => operation === 'webhooks.create');
    expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['the-same']);
    expect(kinds.endpoint.all(s)).toEqual([made.id]);
  });
});
