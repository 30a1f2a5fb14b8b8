import { describe, expect, it } from 'vitest';
import type { RawObject } from '../../../src/plugin/values/raw';
import { unknown } from '../../../src/plugin/values/raw';
import type { SandboxControls } from '../../../src/sandbox';
import { type Command, managed } from './resource-calls';

const key = { name: 'ci', tenant_id: 'ten_acme', scopes: ['alerts:read'] };
const rotating = (release: number, more: RawObject = {}) => ({
  ...key,
  rotation: { overlap_days: 7, after_days: null, triggers: { release: `${release}` }, ...more },
});

/** A key of this configuration, in the state. */
async function issued(configured: RawObject = key) {
  const made = await managed('svc_api_key');
  expect(await made.apply(configured)).toEqual([]);
  made.api.tenants.create({ id: 'ten_other', name: 'Other' });
  return made;
}
const without = (...operations: readonly string[]): Command => ({
  settings: { unavailable_operations: operations.map(name => `apiKeys.${name}`) },
});
const renamed = { ...key, name: 'other' };
const moved = { ...key, tenant_id: 'ten_other' };
const destroy = { options: '-destroy' };

describe('a plan of a key', () => {
  it.each<[string, RawObject | null, Command, readonly string[]]>([
    ['changes nothing', key, {}, ['nothing']],
    ['changes its name', renamed, {}, ['update']],
    ['changes its scopes', { ...key, scopes: ['a:b'] }, {}, ['update', 'API key ci (ID) gains a:b']],
    ['moves it', moved, {}, ['replace', 'API key ci (ID) is replaced by another key, under another id']],
    [
      'changes it where nothing can be updated',
      renamed,
      without('update'),
      ['replace', 'API key ci (ID) is replaced by another key, under another id'],
    ],
    [
      'moves it where none can be revoked',
      moved,
      without('delete'),
      [
        'replace',
        'API key ci (ID) is replaced by another key, under another id',
        'API key ID is left behind',
      ],
    ],
    ['removes its block', null, {}, ['delete', 'API key ci (ID) is revoked at once']],
    ['destroys it', null, destroy, ['delete']],
    [
      'removes it where none can be revoked',
      null,
      without('delete'),
      ['delete', 'API key ID is left behind'],
    ],
    ['adds a rotation', rotating(1), {}, ['update']],
  ])('%s', async (_, planned, command, expected) => {
    const { plan } = await issued();
    expect(await plan(planned, command)).toEqual(expected);
  });

  it.each<[string, RawObject, Command, readonly string[]]>([
    ['changes a trigger', rotating(2), {}, ['update']],
    [
      'changes a trigger, without overlap',
      rotating(2, { overlap_days: 0 }),
      {},
      ['update', 'API key ci (ID) is rotated without overlap'],
    ],
    [
      'the same, where none can be revoked',
      rotating(2, { overlap_days: 0 }),
      without('delete'),
      ['update', 'API key ID is left behind'],
    ],
    ['does not know the trigger', rotating(2, { triggers: unknown }), {}, ['update']],
    ['removes the rotation', key, {}, ['update']],
    ['lowers the overlap', rotating(1, { overlap_days: 0 }), {}, ['update']],
    ['finds it due', rotating(1, { after_days: 30 }), { days: 30 }, ['update']],
  ])('that rotates: %s', async (_, planned, command, expected) => {
    const { plan } = await issued(rotating(1));
    expect(await plan(planned, command)).toEqual(expected);
  });

  it.each<
    [string, (api: SandboxControls, id: string) => unknown, RawObject | null, Command, readonly string[]]
  >([
    [
      'renamed it',
      (api, id) => api.apiKeys.update(id, { name: 'x' }),
      key,
      {},
      ['update', 'API key ci (ID) was changed on the platform: name'],
    ],
    [
      'renamed it as configured',
      (api, id) => api.apiKeys.update(id, { name: 'other' }),
      renamed,
      {},
      ['nothing'],
    ],
    [
      'widened it, and its block leaves',
      (api, id) => api.apiKeys.update(id, { scopes: [] }),
      null,
      {},
      [
        'delete',
        'API key ci (ID) was made unrestricted on the platform',
        'API key ci (ID) is revoked at once',
      ],
    ],
    [
      'renamed it, and it is destroyed',
      (api, id) => api.apiKeys.update(id, { name: 'x' }),
      null,
      destroy,
      ['delete'],
    ],
    [
      'revoked it',
      (api, id) => api.apiKeys.delete(id),
      key,
      {},
      ['create', 'API key ci (ID) was deleted on the platform'],
    ],
    ['revoked it, and it is destroyed', (api, id) => api.apiKeys.delete(id), null, destroy, ['create']],
  ])('says that somebody %s', async (_, change, planned, command, expected) => {
    const { api, idOf, plan } = await issued();
    change(api, idOf());
    expect(await plan(planned, command)).toEqual(expected);
  });
});

describe('the key of the provider itself', () => {
  const unlimited = { ...key, scopes: null, unrestricted: true };
  const locked = expect.arrayContaining(['error: Plan locks the provider out']);

  it.each<[string, RawObject | null, RawObject, boolean]>([
    ['is narrowed', key, {}, true],
    ['is moved', { ...unlimited, tenant_id: 'ten_other' }, {}, true],
    ['is removed', null, {}, true],
    ['is removed on purpose', null, { allow_self_revoke: true }, false],
    ['is renamed', { ...unlimited, name: 'other' }, {}, false],
  ])('%s: an error, or not', async (_, planned, settings, isError) => {
    const { plan, values } = await issued(unlimited);
    const said = await plan(planned, { settings: { ...settings, api_key: values()['key'] ?? null } });
    if (isError) expect(said).toEqual(locked);
    else expect(said).not.toEqual(locked);
  });

  it('a tainted one is not revoked by an apply, which no plan shows', async () => {
    const { apply, values } = await issued(unlimited);
    const settings = { api_key: values()['key'] ?? null };
    expect(await apply(null, { settings })).toEqual(['error: Provider would be locked out']);
  });
});

describe('an apply of a key', () => {
  const shown = ({ id, previous_id, previous_expires_at, unrevoked_ids }: RawObject) => ({
    id,
    previous_id,
    previous_expires_at,
    unrevoked_ids,
  });

  it('rotates it, keeps the previous one for the overlap, and revokes that once a plan has found the end', async () => {
    const { api, apply, idOf, plan, values } = await issued(rotating(1));
    const before = api.apiKeys.all().length;
    const first = idOf();
    expect(await apply(rotating(2))).toEqual([]);
    expect(values()).toMatchObject({ previous_id: first, unrevoked_ids: null });
    expect(api.apiKeys.all()).toHaveLength(before + 1);
    expect(await plan(rotating(2), { days: 6.9 })).toEqual(['nothing']);
    expect(await apply(rotating(2), { days: 7.1 })).toEqual([]);
    expect(shown(values())).toEqual({
      id: idOf(),
      previous_id: null,
      previous_expires_at: null,
      unrevoked_ids: null,
    });
    expect(api.apiKeys.get(first)).toBeUndefined();
    expect(await plan(rotating(2), { days: 8 })).toEqual(['nothing']);
  });

  it('says that a key is due by an age that only the apply knows', async () => {
    const { apply } = await issued(rotating(1));
    const due = rotating(1, { after_days: 30 });
    expect(await apply(due, { days: 40 })).toEqual(['API key ID is due']);
  });

  it('issues a key again that is gone while the previous one works', async () => {
    const { api, apply, idOf, plan, values } = await issued(rotating(1));
    const first = idOf();
    await apply(rotating(2));
    api.apiKeys.delete(idOf());
    expect(await plan(rotating(2))).toEqual([
      'update',
      'API key ci (ID) is issued again, because it is gone from the platform',
    ]);
    expect(await apply(rotating(2))).toEqual([]);
    expect(values()).toMatchObject({ previous_id: first });
    expect(await plan(rotating(2))).toEqual(['nothing']);
  });

  it('leaves no note of its own update, nor of one whose answer was lost', async () => {
    const { api, apply, plan } = await issued();
    api.faults.add({ operation: 'apiKeys.update', effect: { kind: 'status-after', status: 403 } });
    expect(await apply(renamed)).toEqual(['error: API key lacks permission']);
    expect(await plan(key)).toEqual(['update']);
    expect(await apply(renamed)).toEqual([]);
    api.apiKeys.update(api.apiKeys.all().at(-1)?.id ?? '', { name: 'ci' });
    expect(await plan(renamed)).toEqual(['update', 'API key other (ID) was changed on the platform: name']);
  });

  it('after an import says that the value is unknown, and compares nothing', async () => {
    const made = await managed('svc_api_key');
    await made.import(made.api.apiKeys.issue({ ...key, scopes: [] }).id);
    expect(await made.refresh()).toEqual(['Value of API key ID is unknown']);
    expect(made.values()).toMatchObject({ name: 'ci', scopes: null, unrestricted: true, key: null });
    expect(await made.refresh()).toEqual([]);
  });
});
