import { describe, expect, it } from 'vitest';
import { idOf, platform, registration } from './platform-under-test';

const withoutSecret = { url: registration.url, events: registration.events };

describe('webhook endpoints', () => {
  it('paragraph 4.1: a registered endpoint is answered without its secret and is active', async () => {
    const { call } = await platform({ clock: () => Date.UTC(2026, 0, 2, 3, 4, 5) });
    const reply = await call('POST', '/v1/webhooks', { body: registration });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^wh_[0-9A-Za-z]{20}$/),
      ...withoutSecret,
      status: 'active',
      created_at: '2026-01-02T03:04:05.000Z',
    });
  });

  it('paragraph 2.1: no operation ever shows the secret', async () => {
    const { call } = await platform();
    const id = idOf(await call('POST', '/v1/webhooks', { body: registration }));
    const replies = [
      await call('GET', '/v1/webhooks'),
      await call('GET', `/v1/webhooks/${id}`),
      await call('PATCH', `/v1/webhooks/${id}`, { body: { secret: registration.secret } }),
    ];
    for (const { status, text } of replies) {
      expect(status).toBe(200);
      expect(text).toContain(id);
      expect(text).not.toContain(registration.secret);
    }
  });

  it('an update changes the fields it names and keeps the others and the status', async () => {
    const { call, controls } = await platform();
    const id = idOf(await call('POST', '/v1/webhooks', { body: registration }));
    controls.webhooks.update(id, { status: 'degraded' });
    const reply = await call('PATCH', `/v1/webhooks/${id}`, {
      body: { events: ['incident.created'], status: 'active' },
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id,
      url: registration.url,
      events: ['incident.created'],
      status: 'degraded',
    });
    expect(controls.webhooks.secretOf(id)).toBe(registration.secret);
  });

  it('a deleted endpoint is gone from every operation', async () => {
    const { call } = await platform();
    const id = idOf(await call('POST', '/v1/webhooks', { body: registration }));
    expect((await call('DELETE', `/v1/webhooks/${id}`)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const reply = await call(method, `/v1/webhooks/${id}`, method === 'PATCH' ? { body: {} } : {});
      expect(reply).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    }
    expect((await call('GET', '/v1/webhooks')).body).toEqual({ data: [], next_cursor: null });
  });

  it('events are stored as given, with order and duplicates', async () => {
    const { call } = await platform();
    const events = ['incident.created', 'alert.created', 'incident.created'];
    const id = idOf(await call('POST', '/v1/webhooks', { body: { ...registration, events } }));
    expect((await call('GET', `/v1/webhooks/${id}`)).body).toMatchObject({ events });
  });

  it.each([
    ['paragraph 2.1: plain HTTP to another machine', { url: 'http://receiver.example/' }, 'url'],
    ['text that is not an address', { url: 'receiver' }, 'url'],
    ['no events', { events: [] }, 'events'],
    ['a malformed event type', { events: ['alert.created', 'Alert!'] }, 'events'],
    ['an empty secret', { secret: '' }, 'secret'],
    ['a missing url', { url: undefined }, 'url'],
    ['paragraph 6.1.3: a missing secret, since every delivery is signed', { secret: undefined }, 'secret'],
    ['a field of the wrong type', { events: 'alert.created' }, 'events'],
  ])('%s is refused by name', async (_what, change, field) => {
    const { call } = await platform();
    const reply = await call('POST', '/v1/webhooks', { body: { ...registration, ...change } });
    expect(reply).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_fields', fields: { [field]: expect.any(String) } } },
    });
  });

  it.each(['http://127.0.0.1:9/x', 'http://localhost:9/x', 'http://[::1]:9/x', 'https://receiver.example'])(
    '%s may receive deliveries',
    async url => {
      const { call } = await platform();
      expect((await call('POST', '/v1/webhooks', { body: { ...registration, url } })).status).toBe(201);
    },
  );

  it.each(['{"url":', '[]', '"text"', ''])('the body %j is no JSON object and gets 400', async body => {
    const { call } = await platform();
    const reply = await call('POST', '/v1/webhooks', { body });
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'malformed_json' } } });
  });
});
