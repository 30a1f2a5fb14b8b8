import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idOf, keyRequest, platform } from './platform-under-test';

describe('API keys', () => {
  it.each([
    ['test', /^svc_test_[0-9A-Za-z]{32}$/],
    ['live', /^svc_live_[0-9A-Za-z]{32}$/],
  ] as const)(
    'paragraph 2.4: a key of the %s environment has its prefix and 32 random characters',
    async (environment, form) => {
      const { call, key } = await platform({ environment });
      expect(key).toMatch(form);
      const reply = await call('POST', '/v1/api_keys', { body: keyRequest });
      expect(reply.status).toBe(201);
      expect(reply.body).toEqual({
        id: expect.stringMatching(/^key_[0-9A-Za-z]{20}$/),
        ...keyRequest,
        environment,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        key: expect.stringMatching(form),
      });
    },
  );

  it('only the response to a create contains the value of a key', async () => {
    const { call, controls } = await platform();
    const id = idOf(await call('POST', '/v1/api_keys', { body: keyRequest }));
    const value = z.string().parse(controls.apiKeys.valueOf(id));
    const replies = [
      await call('GET', '/v1/api_keys'),
      await call('GET', `/v1/api_keys/${id}`),
      await call('PATCH', `/v1/api_keys/${id}`, { body: { name: 'renamed' } }),
    ];
    for (const { status, text } of replies) {
      expect(status).toBe(200);
      expect(text).toContain(id);
      expect(text).not.toContain(value);
    }
  });

  it('an update changes name and scopes, and not the value', async () => {
    const { call, controls } = await platform();
    const id = idOf(await call('POST', '/v1/api_keys', { body: keyRequest }));
    const value = controls.apiKeys.valueOf(id);
    const change = { name: 'renamed', scopes: ['webhooks:manage'] };
    expect((await call('PATCH', `/v1/api_keys/${id}`, { body: change })).body).toMatchObject({
      id,
      ...change,
    });
    expect(controls.apiKeys.valueOf(id)).toBe(value);
  });

  it('paragraph 5.1: scopes limit a key from the moment they change', async () => {
    const { call, controls } = await platform();
    const { id, key } = controls.apiKeys.issue(keyRequest);
    expect((await call('GET', '/v1/tenants', { key })).status).toBe(200);
    await call('PATCH', `/v1/api_keys/${id}`, { body: { scopes: ['alerts:read'] } });
    expect((await call('GET', '/v1/tenants', { key })).status).toBe(403);
  });

  it('a deleted key is revoked at once', async () => {
    const { call, controls } = await platform();
    const { id, key } = controls.apiKeys.issue(keyRequest);
    expect((await call('DELETE', `/v1/api_keys/${id}`)).status).toBe(204);
    expect((await call('GET', '/v1/tenants', { key })).status).toBe(401);
    expect((await call('GET', `/v1/api_keys/${id}`)).status).toBe(404);
  });

  it("the sandbox's own key is in no list", async () => {
    const { call } = await platform();
    expect((await call('GET', '/v1/api_keys')).body).toEqual({ data: [], next_cursor: null });
  });

  it.each([
    ['paragraph 2.4: a tenant that does not exist', { tenant_id: 'ten_nobody' }, 'tenant_id'],
    ['an empty name', { name: '' }, 'name'],
    ['a malformed scope', { scopes: ['everything'] }, 'scopes'],
    ['scopes that are no array', { scopes: 'tenants:read' }, 'scopes'],
  ])('%s is refused by name', async (_what, change, field) => {
    const { call } = await platform();
    const reply = await call('POST', '/v1/api_keys', { body: { ...keyRequest, ...change } });
    expect(reply).toMatchObject({
      status: 422,
      body: { error: { fields: { [field]: expect.any(String) } } },
    });
  });
});
