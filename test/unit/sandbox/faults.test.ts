import { expect, it } from 'vitest';
import type { Fault, FaultEffect } from '../../../src/sandbox';
import { FaultRegister, type FaultSubject } from '../../../src/sandbox/faults/faults';
import { pathOf } from '../../harness/operations';
import { platform, registration } from './platform-under-test';

const operation = 'webhooks.create';

/** A platform whose next registration meets the fault. */
async function faulty(effect: FaultEffect) {
  const sandbox = await platform();
  const fault = sandbox.controls.faults.add({ operation, effect });
  const register = () =>
    fetch(sandbox.url + pathOf(operation), {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.key}` },
      body: JSON.stringify(registration),
    });
  return { ...sandbox, fault, register, made: () => sandbox.controls.webhooks.all().length };
}

it.each<[FaultEffect, number, number, RegExp]>([
  [{ kind: 'status', status: 500 }, 500, 0, /"code":"internal_server_error"/],
  [{ kind: 'status', status: 503, body: { a: 1 } }, 503, 0, /^\{"a":1\}$/],
  [{ kind: 'status-after', status: 502 }, 502, 1, /"code":"bad_gateway"/],
  [{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }, 429, 0, /"code":"too_many_requests"/],
  [{ kind: 'status-after', status: 200, body: '<html>' }, 200, 1, /^<html>$/],
])('the fault %j answers %i with %i endpoint made', async (effect, status, count, body) => {
  const { register, made, fault } = await faulty(effect);
  const reply = await register();
  expect([reply.status, await reply.text()]).toEqual([status, expect.stringMatching(body)]);
  expect([made(), fault.hits]).toEqual([count, 1]);
  expect(reply.headers.get('retry-after')).toBe(status === 429 ? '7' : null);
  await fault.reached;
  expect((await register()).status).toBe(201);
});

const get: FaultSubject = { operation: 'webhooks.get', method: 'GET', id: 'wh_1' };
it.each<[Omit<Fault, 'effect'>, boolean[]]>([
  [{}, [true, false]],
  [{ after: 1, times: 2 }, [false, true, true, false]],
  [{ operation: 'webhooks.get', method: 'get', id: 'wh_1' }, [true]],
  [{ operation: 'webhooks.list' }, [false]],
  [{ method: 'POST' }, [false]],
  [{ id: 'wh_2' }, [false]],
])('a fault of %j meets of the requests to one object: %j', (selection, met) => {
  const register = new FaultRegister();
  register.add({ ...selection, effect: { kind: 'drop-after' } });
  expect(met.map(() => register.take(get) !== undefined)).toEqual(met);
});
