import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../../../src/client/contract/operations';
import { keyRequest, platform, receiver, registration } from './platform-under-test';

/** fetch sets Host itself; a page of another site cannot be played with it. */
function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/tenants`, { headers: { host } }, response => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}

describe('the HTTP interface', () => {
  it.each(['evil.example', '127.0.0.1.evil.example', '127.0.0.1:1', 'localhost'])(
    'the Host header %s is refused: it is how DNS rebinding looks',
    async host => {
      const { url } = await platform();
      expect(await statusWithHost(url, host)).toBe(421);
    },
  );

  it.each(['127.0.0.1', 'localhost', '[::1]'])('the Host header %s with the port is its own', async name => {
    const { url } = await platform();
    expect(await statusWithHost(url, `${name}:${new URL(url).port}`)).toBe(401);
  });

  it('section 9: no path outside the contract is served', async () => {
    const { call } = await platform();
    for (const path of ['/', '/v1', '/v2/webhooks', '/webhooks', '/v1/webhooks/a/b']) {
      expect(await call('GET', path)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    }
  });

  it('an unsupported method gets 405 with the supported methods', async () => {
    const { call } = await platform();
    const reply = await call('PUT', '/v1/webhooks', { body: {} });
    expect(reply).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } });
    expect(reply.headers.get('allow')).toBe('POST, GET');
  });

  it('every error carries a code, a message and the id of the request', async () => {
    const { call } = await platform();
    for (const [method, path, key] of [
      ['GET', '/v1/tenants', undefined],
      ['GET', '/nowhere', 'x'],
      ['GET', '/v1/webhooks/wh_none', (await platform()).key],
    ] as const) {
      const reply = await call(method, path, { key });
      const { error } = z
        .object({ error: z.object({ code: z.string(), message: z.string(), request_id: z.string() }) })
        .parse(reply.body);
      expect(error.request_id).toBe(reply.headers.get('x-request-id'));
    }
  });

  it('a body over 1 MiB is refused', async () => {
    const { call } = await platform();
    const reply = await call('POST', '/v1/webhooks', {
      body: { ...registration, secret: 'x'.repeat(1024 * 1024) },
    });
    expect(reply).toMatchObject({ status: 413, body: { error: { code: 'body_too_large' } } });
  });
});

describe('the request log', () => {
  it('names the operation of the contract for every request', async () => {
    const { call, controls } = await platform();
    const api = Object.entries(contract).filter(([name]) => !name.startsWith('oauth.'));
    for (const [, { method, path }] of api) await call(method, path.replace('{id}', 'wh_none'));
    expect(controls.requests.all().map(({ operation }) => operation)).toEqual(api.map(([name]) => name));
    expect(controls.requests.count('webhooks.get')).toBe(1);
    controls.requests.clear();
    expect(controls.requests.count()).toBe(0);
  });
});

describe('secrecy', () => {
  it('no log line and no recorded request contains a key or a secret, wherever a client puts it', async () => {
    const lines: string[] = [];
    const { call, key, controls } = await platform({ log: line => lines.push(line) });
    const { url } = await receiver(() => 500);
    const issued = controls.apiKeys.issue(keyRequest);
    const { secret } = registration;
    await call('POST', '/v1/webhooks', { body: { ...registration, url: `${url}?token=${secret}` } });
    await call('POST', '/v1/webhooks', { body: { url: secret, events: [secret], secret } });
    for (const leak of [key, issued.key, secret]) {
      await call('GET', `/v1/webhooks/${leak}`);
      await call('GET', `/${leak}/v1?api_key=${leak}`);
      await call('GET', `/v1/tenants?cursor=x&api_key=${leak}`, { key: issued.key });
      await call('GET', '/v1/tenants', { key: leak });
    }
    await controls.events.emit({ type: 'alert.created', tenant_id: 'ten_acme', data: { secret } });
    const said = `${lines.join('\n')}\n${JSON.stringify(controls.requests.all())}`;
    expect(lines.length).toBeGreaterThan(10);
    for (const leak of [key, issued.key, secret]) expect(said).not.toContain(leak);
  });
});
