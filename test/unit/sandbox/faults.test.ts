import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../src/sandbox';
import { idOf, listOf, platform, registration } from './platform-under-test';

const operation = 'webhooks.create';

/** A platform whose next registration meets the fault. */
async function faulty(effect: FaultEffect) {
  const sandbox = await platform();
  const fault = sandbox.controls.faults.add({ operation, effect });
  const register = (signal?: AbortSignal) =>
    fetch(`${sandbox.url}/v1/webhooks`, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization: `Bearer ${sandbox.key}` },
      body: JSON.stringify(registration),
      ...(signal === undefined ? {} : { signal }),
    });
  return { ...sandbox, fault, register, made: () => sandbox.controls.webhooks.all().length };
}

describe('a fault', () => {
  it.each<[string, FaultEffect, number, number]>([
    ['a status', { kind: 'status', status: 500 }, 500, 0],
    ['a status after the commit', { kind: 'status-after', status: 502 }, 502, 1],
    ['a rate limit', { kind: 'rate-limit', retryAfterSeconds: 7 }, 429, 0],
    ['garbage', { kind: 'garbage' }, 201, 1],
    ['a late listing', { kind: 'hide' }, 201, 1],
  ])('%s: %j answers %i with %i endpoint made', async (_name, effect, status, made) => {
    const platformUnderTest = await faulty(effect);
    expect((await platformUnderTest.register()).status).toBe(status);
    expect(platformUnderTest.made()).toBe(made);
    expect(platformUnderTest.fault.hits).toBe(1);
    await platformUnderTest.fault.reached;
  });

  it.each([
    ['drop-before', 0],
    ['drop-after', 1],
  ] as const)('%s resets the connection with %i endpoint made', async (kind, made) => {
    const platformUnderTest = await faulty({ kind });
    await expect(platformUnderTest.register()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(platformUnderTest.made()).toBe(made);
  });

  it('drop-late resets the connection, and makes the endpoint when it is removed', async () => {
    const { register, fault, made, controls } = await faulty({ kind: 'drop-late' });
    await expect(register()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(made()).toBe(0);
    fault.remove();
    await expect.poll(made).toBe(1);
    expect(controls.webhooks.all()).toMatchObject([{ url: registration.url }]);
  });

  it.each([
    ['hang-before', 0],
    ['hang-after', 1],
  ] as const)('%s holds until the client leaves, with %i endpoint made', async (kind, made) => {
    const { register, fault, controls, made: count } = await faulty({ kind });
    const client = new AbortController();
    const registering = register(client.signal);
    await fault.reached;
    expect(count()).toBe(made);
    client.abort();
    await expect(registering).rejects.toThrow();
    await expect.poll(() => controls.requests.all()[0]?.fault).toBe(kind);
    expect(count()).toBe(made);
  });

  it('continues held requests when it is cleared', async () => {
    const { register, fault, controls, made } = await faulty({ kind: 'hang-before' });
    const registering = register();
    await fault.reached;
    controls.faults.clear();
    expect((await registering).status).toBe(201);
    expect(made()).toBe(1);
  });

  it('sends Retry-After with a rate limit', async () => {
    const { register } = await faulty({ kind: 'rate-limit', retryAfterSeconds: 7 });
    expect((await register()).headers.get('retry-after')).toBe('7');
  });

  it.each(['gzip', 'deflate', 'br'] as const)('compresses the true answer with %s', async encoding => {
    const { register, controls } = await faulty({ kind: 'compress', encoding });
    const answer = await register();
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    // fetch decodes it.
    expect(await answer.json()).toEqual(controls.webhooks.all()[0]);
  });

  it('hides a new object from complete listings, and never from GET', async () => {
    const { call, register, controls } = await faulty({ kind: 'hide', lists: 2 });
    for (let count = 0; count < 3; count += 1) controls.webhooks.create(registration);
    await register();
    const id = controls.webhooks.all().at(-1)?.id ?? '';
    const walk = async () => {
      const first = listOf(await call('GET', '/v1/webhooks?limit=2'));
      const second = listOf(await call('GET', `/v1/webhooks?limit=2&cursor=${first.cursor}`));
      return [...first.ids, ...second.ids];
    };
    expect((await call('GET', `/v1/webhooks/${id}`)).status).toBe(200);
    expect(await walk()).not.toContain(id);
    expect(await walk()).not.toContain(id);
    expect(await walk()).toContain(id);
  });

  it('applies only to its operation, method and id', async () => {
    const { call, controls } = await platform();
    const first = idOf(await call('POST', '/v1/webhooks', { body: registration }));
    const second = idOf(await call('POST', '/v1/webhooks', { body: registration }));
    const times = Number.POSITIVE_INFINITY;
    controls.faults.add({
      operation: 'webhooks.get',
      method: 'get',
      id: second,
      times,
      effect: { kind: 'status', status: 500 },
    });
    const statuses = [];
    for (const path of [
      '/v1/webhooks',
      `/v1/webhooks/${first}`,
      `/v1/webhooks/${second}`,
      `/v1/webhooks/${second}`,
    ]) {
      statuses.push((await call('GET', path)).status);
    }
    expect(statuses).toEqual([200, 200, 500, 500]);
  });

  it('lets the first matches pass and applies to the given number', async () => {
    const { call, controls } = await platform();
    controls.faults.add({
      operation: 'tenants.list',
      after: 1,
      times: 2,
      effect: { kind: 'status', status: 503 },
    });
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await call('GET', '/v1/tenants')).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
  });

  it('a response lost after the commit is returned again for the same Idempotency-Key', async () => {
    const { call, controls } = await platform();
    controls.faults.add({ operation, effect: { kind: 'status-after', status: 502 } });
    const headers = { 'idempotency-key': 'once' };
    expect((await call('POST', '/v1/webhooks', { body: registration, headers })).status).toBe(502);
    expect((await call('POST', '/v1/webhooks', { body: registration, headers })).status).toBe(201);
    expect(controls.webhooks.all()).toHaveLength(1);
  });
});

describe('latency', () => {
  it('is added to every answer', async () => {
    const { call, controls } = await platform();
    controls.latency.set(60);
    const begun = performance.now();
    await call('GET', '/v1/tenants');
    // Timers may fire a moment early by the other clock.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(58);
  });
});
