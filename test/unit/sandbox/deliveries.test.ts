import { describe, expect, it } from 'vitest';
import { receiver, right } from '../../harness/servers/receiver';
import { platform, registration } from './platform-under-test';

const event = { type: 'alert.created', tenant_id: 'ten_acme', data: { severity: 'high', note: 'ünïcode' } };
const second = 1000;
const minute = 60 * second;
const started = Date.now();

async function platformWithReceiver(answer: () => number | Promise<number>, deliveryTimeoutSeconds = 10) {
  const { url, got: received } = await receiver(answer);
  // It moves by `advance` alone: on a busy machine, a moment between two lines would be a retry.
  const sandbox = await platform({ deliveryTimeoutSeconds, clock: () => started });
  const { id } = sandbox.controls.webhooks.create({ ...registration, url });
  const status = () => sandbox.controls.webhooks.get(id)?.status;
  return { ...sandbox.controls, call: sandbox.call, id, received, status };
}

describe('a delivery', () => {
  it('paragraphs 2.2 and 6.1.3: is the event envelope, signed with the HMAC-SHA256 of the secret at that time', async () => {
    const { events, clock, call, received, id: endpoint } = await platformWithReceiver(() => 500);
    const { id } = await events.emit(event);
    await call('webhooks.update', { id: endpoint, body: { secret: 'another-fake-secret' } });
    await clock.advance(5 * second);
    const body = received[0]?.body ?? '';
    expect(received).toMatchObject([
      { header: right(body, registration.secret), body },
      { header: right(body, 'another-fake-secret'), body },
    ]);
    expect(body).not.toBe(JSON.stringify(JSON.parse(body)));
    expect(id).toMatch(/^evt_[0-9A-Za-z]{20}$/);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      id,
      ...event,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('paragraph 6.1.1: goes to every active endpoint subscribed to the type, and to no other', async () => {
    const { events, webhooks, id, received } = await platformWithReceiver(() => 200);
    const also = webhooks.create(registration).id;
    webhooks.create({ ...registration, events: ['incident.created'] });
    webhooks.create({ ...registration, status: 'degraded' });
    const { deliveries } = await events.emit({ type: event.type, tenant_id: event.tenant_id });
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ data: {} });
    expect(deliveries.map(({ webhook_id }) => webhook_id)).toEqual([id, also]);
  });

  it.each([
    [299, 'delivered'],
    [300, 'pending'],
  ])('paragraph 6.1.5: answered with %i is %s', async (status, state) => {
    const { events, deliveries } = await platformWithReceiver(() => status);
    await events.emit(event);
    const next = state === 'pending' ? { next_attempt_at: expect.any(String) } : {};
    expect(deliveries.all()).toMatchObject([{ state, attempts: [{ status }], ...next }]);
  });

  it('paragraph 6.1.5: fails when no answer comes in time', async () => {
    const { events } = await platformWithReceiver(() => new Promise(() => {}), 0.1);
    const { deliveries } = await events.emit(event);
    expect(deliveries).toMatchObject([{ state: 'pending', attempts: [{ failure: 'timed out' }] }]);
  });
});

describe('the retry schedule', () => {
  it('section 8: attempts follow at once and after 5 s, 30 s, 5 min and 30 min, and the fifth degrades the endpoint', async () => {
    const { events, clock, deliveries, received, status } = await platformWithReceiver(() => 500);
    await events.emit(event);
    for (const [index, wait] of [5, 30, 300, 1800].entries()) {
      expect([received.length, status()]).toEqual([index + 1, 'active']);
      const due = Date.parse(deliveries.all()[0]?.next_attempt_at ?? '');
      await clock.advance(due - clock.now() - 1);
      expect(received).toHaveLength(index + 1);
      await clock.advance(1);
      const times = deliveries.all()[0]?.attempts.map(({ at }) => Date.parse(at)) ?? [];
      const [before = 0, last = 0] = times.slice(-2);
      expect(Math.floor((last - before) / second)).toBe(wait);
    }
    expect([received.length, status()]).toEqual([5, 'degraded']);
    expect(deliveries.all()).toMatchObject([{ state: 'abandoned' }]);
  });

  it('paragraph 6.1.1: a degraded endpoint gets no more deliveries, waiting ones included', async () => {
    const { events, clock, received, deliveries } = await platformWithReceiver(() => 500);
    void events.emit(event);
    await clock.advance(6 * minute);
    expect(received).toHaveLength(4);
    await events.emit(event);
    await clock.advance(3 * 60 * minute);
    expect((await events.emit(event)).deliveries).toEqual([]);
    await clock.advance(3 * 60 * minute);
    expect(received).toHaveLength(9);
    expect(deliveries.all().map(({ state }) => state)).toEqual(['abandoned', 'abandoned']);
  });
});
