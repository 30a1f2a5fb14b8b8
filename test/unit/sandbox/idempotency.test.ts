import { describe, expect, it } from 'vitest';
import { keyRequest, platform } from './platform-under-test';

const headers = { 'idempotency-key': 'one-and-the-same' };

describe('Idempotency-Key', () => {
  it('the same key and body give the same answer, a key value included, and one object', async () => {
    const { call, controls } = await platform();
    const first = await call('POST', '/v1/api_keys', { body: keyRequest, headers });
    const second = await call('POST', '/v1/api_keys', { body: keyRequest, headers });
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(controls.apiKeys.all()).toHaveLength(1);
  });

  it('another body with the same key is a conflict', async () => {
    const { call } = await platform();
    await call('POST', '/v1/api_keys', { body: keyRequest, headers });
    const reply = await call('POST', '/v1/api_keys', { body: { ...keyRequest, name: 'other' }, headers });
    expect(reply).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_reused' } } });
  });

  it("another caller's key of the same name is another key", async () => {
    const { call, controls } = await platform();
    const { key } = controls.apiKeys.issue({ ...keyRequest, scopes: [] });
    await call('POST', '/v1/api_keys', { body: keyRequest, headers });
    await call('POST', '/v1/api_keys', { body: keyRequest, headers, key });
    expect(controls.apiKeys.all()).toHaveLength(3);
  });

  it('a refusal is not remembered', async () => {
    const { call } = await platform();
    expect((await call('POST', '/v1/api_keys', { body: { ...keyRequest, name: '' }, headers })).status).toBe(
      422,
    );
    expect((await call('POST', '/v1/api_keys', { body: keyRequest, headers })).status).toBe(201);
  });

  it('a platform that ignores it makes two objects', async () => {
    const { call, controls } = await platform({ idempotency: 'ignored' });
    await call('POST', '/v1/api_keys', { body: keyRequest, headers });
    await call('POST', '/v1/api_keys', { body: keyRequest, headers });
    expect(controls.apiKeys.all()).toHaveLength(2);
  });
});
