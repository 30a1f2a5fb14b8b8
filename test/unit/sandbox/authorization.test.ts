import { describe, expect, it } from 'vitest';
import { contract } from '../../../src/client/contract/operations';
import { keyRequest, platform } from './platform-under-test';

const apiOperations = Object.entries(contract).filter(([name]) => !name.startsWith('oauth.'));

/** The scope that covers an operation by section 5.1; none covers keys. */
function coveringScope(operation: string): string | undefined {
  if (operation.startsWith('webhooks.')) return 'webhooks:manage';
  return operation.startsWith('tenants.') ? 'tenants:read' : undefined;
}

describe.each(apiOperations)('%s', (operation, { method, path }) => {
  const address = path.replace('{id}', 'wh_none');
  const scope = coveringScope(operation);

  it('paragraph 5.3: takes a bearer credential, and no request without one', async () => {
    const { call } = await platform();
    const reply = await call(method, address, { key: undefined });
    expect(reply).toMatchObject({ status: 401, body: { error: { code: 'unauthenticated' } } });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('refuses an unknown key', async () => {
    const { call } = await platform();
    expect((await call(method, address, { key: 'svc_test_00000000000000000000000000000000' })).status).toBe(
      401,
    );
  });

  it('paragraph 5.1: a key without scopes is unrestricted', async () => {
    const { call, controls } = await platform();
    const { key } = controls.apiKeys.issue({ ...keyRequest, scopes: [] });
    expect([401, 403]).not.toContain((await call(method, address, { key })).status);
  });

  it('paragraph 5.1: a key with other scopes is refused, and the missing one named', async () => {
    const { call, controls } = await platform();
    const { key } = controls.apiKeys.issue({ ...keyRequest, scopes: ['alerts:read'] });
    const reply = await call(method, address, { key });
    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject(
      scope === undefined
        ? { error: { code: 'unrestricted_key_required' } }
        : {
            error: { code: 'missing_scope', required_scope: scope, message: expect.stringContaining(scope) },
          },
    );
  });
});

it.each(apiOperations.filter(([operation]) => coveringScope(operation) !== undefined))(
  'paragraph 5.1: for %s its scope is enough',
  async (operation, { method, path }) => {
    const { call, controls } = await platform();
    const { key } = controls.apiKeys.issue({ ...keyRequest, scopes: [coveringScope(operation) ?? ''] });
    expect([401, 403]).not.toContain((await call(method, path.replace('{id}', 'wh_none'), { key })).status);
  },
);

describe('a key outside the Authorization header', () => {
  it.each(['api_key', 'key', 'access_token'])(
    'paragraph 7.3: is not accepted in the query parameter %s',
    async name => {
      const { call, key } = await platform();
      expect((await call('GET', `/v1/tenants?${name}=${key}`, { key: undefined })).status).toBe(401);
    },
  );

  it('paragraph 7.3: is not accepted in the body', async () => {
    const { call, key } = await platform();
    const body = { api_key: key, access_token: key };
    expect((await call('POST', '/v1/webhooks', { key: undefined, body })).status).toBe(401);
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'bearer-token'])(
    'the header %j is no bearer credential',
    async authorization => {
      const { call } = await platform();
      expect((await call('GET', '/v1/tenants', { key: undefined, headers: { authorization } })).status).toBe(
        401,
      );
    },
  );
});
