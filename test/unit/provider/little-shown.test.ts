import { expect, it } from 'vitest';
import { aSandbox } from '../../harness/a-sandbox';
import { endpoint, key, like, ManagedObject } from './managed-object';

/** A platform that shows ids, an unknown status, and nothing else. */
const nothing = () => null;
const shown = {
  ...{ url: nothing, events: nothing, name: nothing, tenant_id: nothing, scopes: nothing },
  status: () => 'paused',
  environment: () => ['staging'],
  created_at: () => ({ at: 1 }),
};

it('where little more than ids is shown, all stays as configured, an endpoint is imported, and no guess replaces a key', async () => {
  const sandbox = await aSandbox({ dialect: { shown } });
  const object = (type: string) => new ManagedObject(sandbox, type);
  const [hook, issued] = [object('svc_webhook_endpoint'), object('svc_api_key')];
  expect(await hook.apply(endpoint)).toEqual(like(/has the unknown status "paused"/));
  const rotated = { ...key, rotation: { after_days: 30, overlap_days: 1 } };
  expect(await issued.apply(rotated)).toEqual([]);
  // The time of issue is ours: a rotation starts from it.
  expect(Date.parse(String(issued.state?.['created_at']))).toBeGreaterThan(0);
  expect(issued.state).toMatchObject({ environment: null, scopes: key.scopes });
  const [open, unlimited] = [object('svc_api_key'), { ...key, scopes: null, unrestricted: true }];
  await open.apply(unlimited);
  for (const [each, block, said] of [
    [hook, endpoint, []],
    [open, unlimited, []],
    [issued, rotated, like(/^Scopes of API keys are not shown/)],
  ] as const) {
    const { state } = each;
    expect(await each.refresh()).toEqual(said);
    expect(each.state).toEqual(state);
    expect((await each.plan(block)).replaces).toEqual([]);
  }

  issued.state = { ...issued.state, created_at: null };
  expect(await issued.refresh()).toEqual(like(/^Scopes/, /^Age of API key \w+ is unknown/));
  const imported = object('svc_webhook_endpoint');
  await imported.import(hook.id);
  await imported.apply({ url: endpoint.url, events: endpoint.events });
  expect(sandbox.controls.webhooks.stored(hook.id)).toMatchObject(endpoint);
  expect(await object('svc_api_key').import(issued.id)).toEqual(
    like(/^Values of imported API keys/, /^API key cannot be imported: .*does not show the tenant_id/),
  );
});
