import { describe, expect, it } from 'vitest';
import { type RawObject, unknown } from '../../../src/plugin/values/raw';
import type { SandboxControls } from '../../../src/sandbox';
import { type Command, managed } from './resource-calls';

const key = { name: 'ci', tenant_id: 'ten_acme', scopes: ['alerts:read'] };
const unlimited = { ...key, scopes: null, unrestricted: true };
const renamed = { ...key, name: 'other' };
const moved = { ...key, tenant_id: 'ten_other' };
const rotating = (release: number, more: RawObject = {}) => ({
  ...key,
  rotation: { overlap_days: 7, triggers: { release: `${release}` }, ...more },
});
const endpoint = { url: 'https://a.example/T', events: ['alert.created'], secret: 'a-made-up-secret' };
const elsewhere = { ...endpoint, url: 'https://b.example/T' };
const without = (...names: readonly string[]) => ({ settings: { unavailable_operations: names } });
const destroy = { options: '-destroy' };

type Change = (api: SandboxControls, id: string) => unknown;
const nobody: Change = () => {};
const renames: Change = (api, id) => api.apiKeys.update(id, { name: 'x' });
const widens: Change = (api, id) => api.apiKeys.update(id, { scopes: [] });
const redirects: Change = (api, id) => api.webhooks.update(id, { url: 'https://x.example/' });
const subscribes: Change = (api, id) => api.webhooks.update(id, { events: ['a.b'] });
const degrades: Change = (api, id) => api.webhooks.update(id, { status: 'degraded' });
const deletes: Change = (api, id) => api.webhooks.delete(id) || api.apiKeys.delete(id);

const [noUpdate, noDelete] = [
  without('webhooks.update', 'apiKeys.update'),
  without('webhooks.delete', 'apiKeys.delete'),
];
const neither = without('webhooks.update', 'webhooks.delete');
const atOnce = rotating(2, { overlap_days: 0 });
const another = 'replace; is replaced by another key, under another id';
const anew = 'replace; is replaced by a new registration';

type Row = readonly [
  what: string,
  change: Change,
  planned: RawObject | null,
  says: string,
  command?: Command,
];

const ofKeys: readonly Row[] = [
  ['nothing', nobody, key, 'nothing'],
  ['its name', nobody, renamed, 'update'],
  ['its scopes', nobody, { ...key, scopes: ['a:b'] }, 'update; gains a:b'],
  ['its tenant', nobody, moved, another],
  ['its name, without updates', nobody, renamed, another, noUpdate],
  ['its tenant, without deletes', nobody, moved, `${another}; is left behind`, noDelete],
  ['no block', nobody, null, 'delete; is revoked at once'],
  ['no block, without deletes', nobody, null, 'delete; is left behind', noDelete],
  ['a destroy', nobody, null, 'delete', destroy],
  ['its name, which somebody changes', renames, key, 'update; was changed on the platform: name'],
  ['a destroy after the same', renames, null, 'delete', destroy],
  [
    'no block, and somebody widens it',
    widens,
    null,
    'delete; was made unrestricted on the platform; is revoked at once',
  ],
  ['its deletion by somebody', deletes, key, 'create; was deleted on the platform'],
];
const ofRotations: readonly Row[] = [
  ['a trigger', nobody, rotating(2), 'update'],
  ['a trigger, at once', nobody, atOnce, 'update; is rotated without overlap'],
  ['the same, without deletes', nobody, atOnce, 'update; is left behind', noDelete],
  ['a trigger that is unknown', nobody, rotating(2, { triggers: unknown }), 'update'],
];
const ofEndpoints: readonly Row[] = [
  ['nothing', nobody, endpoint, 'nothing'],
  ['its address', nobody, elsewhere, 'update'],
  ['its address, without updates', nobody, elsewhere, anew, noUpdate],
  ['the same, without deletes', nobody, elsewhere, `${anew}, and the former one goes on delivering`, neither],
  ['no block', nobody, null, 'delete'],
  ['no block, without deletes', nobody, null, 'delete; is left behind', noDelete],
  [
    'its address, which somebody changes',
    redirects,
    endpoint,
    'update; was redirected to x.example on the platform',
  ],
  ['no block after the same', redirects, null, 'delete; was redirected to x.example on the platform'],
  ['what somebody has done', subscribes, { ...endpoint, events: ['a.b'] }, 'nothing'],
  ['its deletion by somebody', deletes, endpoint, 'create; was deleted on the platform'],
  ['nothing, but it is degraded', degrades, endpoint, 'nothing; is degraded'],
  [
    'that, to be replaced',
    degrades,
    { ...endpoint, on_degraded: 'replace' },
    `${anew} because it is degraded`,
  ],
  ['that, to be ignored', degrades, { ...endpoint, on_degraded: 'ignore' }, 'update'],
];

describe.each<[string, RawObject, readonly Row[]]>([
  ['svc_api_key', key, ofKeys],
  ['svc_api_key', rotating(1), ofRotations],
  ['svc_webhook_endpoint', endpoint, ofEndpoints],
])('a plan of %s', (typeName, configured, rows) => {
  it.for(rows)('%s', async ([, change, planned, says, command]) => {
    const { api, apply, id, plan } = await managed(typeName);
    expect(await apply(configured)).toBe('');
    change(api, id());
    expect(await plan(planned, command)).toBe(says);
  });
});

it.each<[string, RawObject | null, RawObject, boolean]>([
  ['narrowed', key, {}, true],
  ['moved', { ...unlimited, tenant_id: 'ten_other' }, {}, true],
  ['removed', null, {}, true],
  ['removed on purpose', null, { allow_self_revoke: true }, false],
  ['renamed', { ...unlimited, name: 'other' }, {}, false],
])('the key of the provider itself is %s: an error, or not', async (_, planned, settings, isError) => {
  const { apply, plan, values } = await managed('svc_api_key');
  await apply(unlimited);
  const command = { settings: { ...settings, api_key: values()['key'] ?? null } };
  expect((await plan(planned, command)).includes('Plan locks the provider out')).toBe(isError);
  // A tainted key is deleted without a plan that shows it.
  if (planned === null)
    expect(await apply(null, command)).toBe(isError ? 'Provider would be locked out' : '');
});

describe('an apply of a key', () => {
  it('rotates it, keeps the previous one for the overlap, and revokes that once a plan has found the end', async () => {
    const { api, apply, id, plan, values } = await managed('svc_api_key');
    await apply(rotating(1));
    const first = id();
    expect(await apply(rotating(2))).toBe('');
    expect(values()).toMatchObject({ previous_id: first, unrevoked_ids: null });
    expect(await plan(rotating(2), { days: 6.9 })).toBe('nothing');
    expect(api.apiKeys.get(first)).toBeDefined();
    expect(await apply(rotating(2), { days: 7.1 })).toBe('');
    expect(values()).toMatchObject({ previous_id: null, previous_expires_at: null, unrevoked_ids: null });
    expect(api.apiKeys.get(first)).toBeUndefined();
    expect(await plan(rotating(2), { days: 8 })).toBe('nothing');
  });

  it('says that a key is due by an age that only the apply knows', async () => {
    const { apply } = await managed('svc_api_key');
    await apply(rotating(1));
    expect(await apply(rotating(1, { after_days: 30 }), { days: 40 })).toBe('is due');
  });

  it('issues a key again that is gone while the previous one works', async () => {
    const { api, apply, id, plan, values } = await managed('svc_api_key');
    await apply(rotating(1));
    const first = id();
    await apply(rotating(2));
    api.apiKeys.delete(id());
    expect(await plan(rotating(2))).toBe('update; is issued again, because it is gone from the platform');
    expect(await apply(rotating(2))).toBe('');
    expect(values()).toMatchObject({ previous_id: first });
    expect(await plan(rotating(2))).toBe('nothing');
  });
});

it('an update whose answer was lost is not somebody’s change; after an update, an earlier value is', async () => {
  const { api, apply, id, plan } = await managed('svc_api_key');
  await apply(key);
  api.faults.add({ operation: 'apiKeys.update', effect: { kind: 'status-after', status: 403 } });
  expect(await apply(renamed)).toBe('API key lacks permission');
  expect(await plan(key)).toBe('update');
  expect(await apply(renamed)).toBe('');
  api.apiKeys.update(id(), { name: 'ci' });
  expect(await plan(renamed)).toBe('update; was changed on the platform: name');
});

it('an import says that the value of a key is unknown, and compares nothing', async () => {
  const { api, refresh, values, ...made } = await managed('svc_api_key');
  const { id } = api.apiKeys.issue({ ...key, scopes: [] });
  await made.import(id);
  expect(await refresh()).toEqual([`Value of API key ${id} is unknown`]);
  expect(values()).toMatchObject({ name: 'ci', scopes: null, unrestricted: true, key: null });
  expect(await refresh()).toEqual([]);
});
