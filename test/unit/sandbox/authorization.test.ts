import { expect, it } from 'vitest';
import { contract, operationNames } from '../../../src/client/contract/operations';
import { keyRequest, type PlatformUnderTest, platform } from './platform-under-test';

const operations = operationNames.filter(name => !name.startsWith('oauth.'));

/** What each operation answers to a credential. */
async function answersTo({ call }: PlatformUnderTest, key: string | undefined) {
  const calls = operations.map(async name => {
    const reply = await call(name, { id: 'wh_none', key });
    return { name, scope: contract[name].scope, ...reply };
  });
  return Promise.all(calls);
}

it('paragraph 5.3: each operation takes a known bearer credential, and no request without one', async () => {
  const sandbox = await platform();
  for (const key of [undefined, 'svc_test_00000000000000000000000000000000'])
    for (const { status, body, headers } of await answersTo(sandbox, key)) {
      expect({ status, body }).toMatchObject({ status: 401, body: { error: { code: 'unauthenticated' } } });
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
});

it.each<[string[], (scope: string | undefined) => boolean]>([
  [[], () => true],
  [['webhooks:manage'], scope => scope === 'webhooks:manage'],
  [['alerts:read', 'tenants:read'], scope => scope === 'tenants:read'],
])('paragraph 5.1: a key with the scopes %j may what these cover', async (scopes, covers) => {
  const sandbox = await platform();
  const { key } = sandbox.controls.apiKeys.create({ ...keyRequest, scopes });
  for (const { name, scope, status, body, headers } of await answersTo(sandbox, key)) {
    expect([name, ![401, 403].includes(status)]).toEqual([name, covers(scope)]);
    if (covers(scope)) continue;
    const message = expect.stringContaining(String(scope));
    const missing = { code: 'missing_scope', required_scope: scope, message };
    const error = scope === undefined ? { code: 'unrestricted_key_required' } : missing;
    expect(body).toMatchObject({ error });
    if (scope !== undefined) expect(headers.get('www-authenticate')).toContain(`scope="${scope}"`);
  }
});

it('paragraph 7.3: a key outside the Authorization header is not accepted in a query or in a body', async () => {
  const { call, key } = await platform();
  for (const name of ['api_key', 'key', 'access_token'])
    expect((await call('tenants.list', { query: `${name}=${key}`, key: undefined })).status).toBe(401);
  const headers = { authorization: `bearer ${key}` };
  expect((await call('tenants.list', { key: undefined, headers })).status, 'RFC 7235, 2.1').toBe(200);
  const body = { api_key: key, access_token: key };
  expect((await call('webhooks.create', { key: undefined, body })).status).toBe(401);
});
