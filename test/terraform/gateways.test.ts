import { expect, it } from 'vitest';
import { scenario } from '../harness/scenario';
import { endpoint } from './blocks';

const always = Number.POSITIVE_INFINITY;

it('behind a gateway that compresses every answer with gzip all goes its way', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  s.platform.controls.faults.add({ times: always, effect: { kind: 'compress', encoding: 'gzip' } });
  await s.apply(endpoint('a'));
  await s.destroy();
});

it('a change with an empty 200 or 204 response takes effect, and the apply continues', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  await s.startFrom(endpoint('a', { event: 'alert.created' }));
  for (const [status, event] of [
    [204, 'incident.created'],
    [200, 'incident.contained'],
  ] as const) {
    s.platform.controls.faults.add({
      operation: 'webhooks.update',
      effect: { kind: 'status-after', status, body: '' },
    });
    const { plan, state } = await s.planAndApply(endpoint('a', { event }));
    expect(plan.actionsOn('svc_webhook_endpoint.a'), String(status)).toEqual(['update']);
    expect(JSON.stringify(state.resources)).toContain(event);
  }
});

it('an endpoint that the platform still has is kept in the state, although its delete is answered 200', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  await s.startFrom(endpoint('a'));
  for (const body of [{ deleted: false }, { error: { code: 'locked', message: 'not today' } }]) {
    const effect = { kind: 'status', status: 200, body } as const;
    s.platform.controls.faults.add({ operation: 'webhooks.delete', effect });
    await s.expectError('', /Answer not understood.*DELETE \/v1\/webhooks.*"deleted": true/s);
    expect((await s.state()).resources, JSON.stringify(body)).toHaveLength(1);
  }
  await s.apply('');
  expect(s.platform.controls.webhooks.all()).toEqual([]);
});

it('a platform that asks for a pause of an hour gets no requests, and one error says so', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  await s.startFrom(endpoint('a') + endpoint('b') + endpoint('c'));
  s.platform.controls.requests.clear();
  // The check of the connection is the first request and passes.
  s.platform.controls.faults.add({
    times: always,
    after: 1,
    effect: { kind: 'rate-limit', retryAfterSeconds: 3600 },
  });
  await s.behindTheBack(api => api.webhooks.all().map(({ id }) => api.webhooks.delete(id)));
  const failed = await s.expectError(
    endpoint('a') + endpoint('b') + endpoint('c'),
    /Platform limits the rate.*wait of 60\s+minutes.*5\s+minutes.*Run the command again after that time/s,
  );
  expect(failed.errors).toHaveLength(1);
  expect(s.platform.controls.requests.count()).toBeLessThanOrEqual(4);
});
