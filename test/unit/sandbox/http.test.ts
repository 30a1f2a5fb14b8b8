import { expect, it } from 'vitest';
import { pathOf } from '../../harness/operations';
import { rawRequest } from '../../harness/raw-request';
import { receiver } from '../../harness/servers/receiver';
import { authorizationServer, tokenShape } from './oauth-application';
import { keyRequest, platform, registration } from './platform-under-test';

it.each([
  ['evil.example:PORT', 421],
  ['127.0.0.1:PORT', 401],
  ['[::1]:PORT', 401],
])('the Host header %s gets %i: a foreign one is how DNS rebinding looks', async (host, status) => {
  const { url } = await platform();
  const headers = { host: host.replace('PORT', new URL(url).port) };
  expect(await rawRequest(url + pathOf('tenants.list'), { headers })).toMatchObject({ status });
});

it('section 9: no path outside the contract is served, and every error has a code, a message and an id', async () => {
  const { ask } = await platform();
  for (const [method, path, status, code] of [
    ['PUT', pathOf('webhooks.list'), 405, 'method_not_allowed'],
    ['GET', '/nowhere', 404, 'not_found'],
    ['GET', pathOf('webhooks.get', 'wh_none'), 404, 'not_found'],
  ] as const) {
    const { status: given, body, headers } = await ask(method, path);
    const error = { code, message: expect.any(String), request_id: headers.get('x-request-id') };
    const allow = status === 405 ? 'POST, GET' : null;
    expect([given, body, headers.get('allow')]).toEqual([status, { error }, allow]);
  }
});

it('no log line and no recorded request contains a key, a secret or a token, wherever a client puts it', async () => {
  const lines: string[] = [];
  const server = await authorizationServer({ log: line => lines.push(line) });
  const { ask, call, key, controls } = server;
  const { url } = await receiver(() => 500);
  const issued = controls.apiKeys.create(keyRequest);
  const { secret } = registration;
  await call('webhooks.create', { body: { ...registration, url: `${url}?token=${secret}` } });
  await call('webhooks.create', { body: { url: secret, events: [secret], secret } });
  const form = await server.codeForm();
  const { access_token, refresh_token } = tokenShape.parse((await server.post(form)).body);
  await server.refresh(refresh_token);
  const leaks = [key, issued.key, secret, form.code, form.code_verifier, access_token, refresh_token];
  for (const leak of leaks) {
    await call('webhooks.get', { id: leak });
    await ask('GET', `/${leak}/v1?api_key=${leak}`);
    await call('tenants.list', { query: `cursor=x&api_key=${leak}`, key: issued.key });
    await call('tenants.list', { key: leak });
  }
  await controls.events.emit({ type: 'alert.created', tenant_id: 'ten_acme', data: { secret } });
  const said = `${lines.join('\n')}\n${JSON.stringify(controls.requests.all())}`;
  expect(lines.length).toBeGreaterThan(10);
  for (const leak of leaks) expect(said).not.toContain(leak);
});
