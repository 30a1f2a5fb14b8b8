import { describe, expect, it } from 'vitest';
import type { RawObject } from '../../../src/plugin/values/raw';
import { ManagedObject, sandboxOfTest } from './managed-object';

const endpoint = { url: 'https://a.example/hook', events: ['alert.created'], secret: 'a-made-up-secret' };
const key = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read', 'tenants:read'] };
const unlimited = { ...key, scopes: null, unrestricted: true };
const rotation = (release: string, overlap_days: number) => ({ overlap_days, triggers: { release } });
const types = { svc_webhook_endpoint: endpoint, svc_api_key: key };
const both = [
  ['svc_webhook_endpoint', { url: 'https://a.example/other' }],
  ['svc_api_key', { name: 'other' }],
] as const;

/** An object that this process has created. */
async function created(type: keyof typeof types, changes: RawObject = {}, settings: RawObject = {}) {
  const sandbox = await sandboxOfTest();
  const object = new ManagedObject(sandbox, type, settings);
  const values = { ...types[type], ...changes };
  await object.apply(values);
  const collection = type === 'svc_api_key' ? ('apiKeys' as const) : ('webhooks' as const);
  return { sandbox, object, values, collection, controls: sandbox.controls };
}

const lacking = (...operations: string[]) => ({ unavailable_operations: operations });
const unseen = lacking(...['webhooks', 'apiKeys'].flatMap(name => [`${name}.get`, `${name}.list`]));
const like = (...patterns: RegExp[]) => patterns.map(pattern => expect.stringMatching(pattern));

const prefixes = { svc_webhook_endpoint: 'wh_', svc_api_key: 'key_' };
it.each([
  ['svc_webhook_endpoint', 'svc_api_key'],
  ['svc_api_key', 'svc_webhook_endpoint'],
] as const)('an import into %s of an id of %s names both', async (type, other) => {
  const { sandbox, object } = await created(other);
  const importing = new ManagedObject(sandbox, type);
  expect(await importing.import(object.id)).toEqual(
    like(new RegExp(`^Id of another resource: .*belong to ${other}: .*begins with ${prefixes[type]}`, 's')),
  );
  expect(await importing.import('alerts')).toEqual(
    like(
      new RegExp(
        `^Id of another resource: .*begin with ${prefixes[type]}.*the data source ${type}s\\.$`,
        's',
      ),
    ),
  );
  // Terraform's own words say that nothing has this id.
  expect(await importing.import(`${prefixes[type]}gone`)).toEqual([]);
});

describe.each(both)('%s', (type, change) => {
  it('keeps its state when the platform refuses a change or a deletion', async () => {
    const { object, values, collection, controls } = await created(type);
    const { state } = object;
    for (const [operation, wanted] of [
      ['update', { ...values, ...change }],
      ['delete', undefined],
    ] as const) {
      controls.faults.add({
        operation: `${collection}.${operation}`,
        effect: { kind: 'status', status: 403 },
      });
      expect(await object.apply(wanted)).toEqual(like(/^API key lacks permission/));
      expect(object.state).toEqual(state);
    }
  });

  it('is gone between plan and apply: a change is an error that keeps the state, and a deletion is done', async () => {
    const { object, values, collection, controls } = await created(type);
    const { state } = object;
    controls[collection].delete(object.id);
    expect(await object.apply({ ...values, ...change })).toEqual(like(/^Object not found: .*404/));
    expect(object.state).toEqual(state);
    expect([await object.apply(undefined), object.state]).toEqual([[], null]);
  });

  it('is told as changed by others, unless an update with a lost answer did it', async () => {
    const { object, values, collection, controls } = await created(type);
    const { state } = object;
    await object.loseTheAnswerOf({ ...values, ...change });
    expect(object.state).toEqual(state);
    await object.refresh();
    expect((await object.plan(values)).said).toEqual([]);
    expect(await object.apply(values)).toEqual([]);
    controls[collection].update(object.id, change);
    const told = like(
      /was (?:redirected to another address on \S+|changed) on the platform(?:: name)?: The platform shows another value/,
    );
    // A refresh stores what it has found, and an apply that fails keeps it: the next plan tells it again.
    for (const _ of ['found', 'stored']) {
      await object.refresh();
      expect((await object.plan(values)).said).toEqual(told);
    }
    expect((await object.plan({ ...values, ...change })).said, 'adopted').toEqual([]);
    expect(await object.refresh('refresh-only'), 'told when it was found').toEqual([]);
    await object.refresh('destroy');
    expect((await object.plan(values)).said).toEqual([]);
    expect((await object.plan(undefined)).said).toEqual([]);
  });

  it('is told as changed by others after an update of this stack, although an earlier refresh had noted the value', async () => {
    const { object, values, collection, controls } = await created(type);
    const ours = type === 'svc_api_key' ? { name: 'third' } : { url: 'https://a.example/third' };
    controls[collection].update(object.id, change);
    await object.refresh();
    await object.apply({ ...values, ...ours });
    controls[collection].update(
      object.id,
      type === 'svc_api_key' ? { name: key.name } : { url: endpoint.url },
    );
    await object.refresh();
    expect((await object.plan({ ...values, ...ours })).said).toEqual(
      like(/was (?:redirected|changed).* on the platform/),
    );
  });

  it('is told as deleted by others, unless a deletion with a lost answer did it', async () => {
    const { sandbox, object, collection, controls, values } = await created(type);
    const theirs = new ManagedObject(sandbox, type);
    await theirs.apply(values);
    await object.loseTheAnswerOf(undefined);
    controls[collection].delete(theirs.id);
    expect(await object.refresh()).toEqual([]);
    expect(await theirs.refresh()).toEqual(like(/was deleted on the platform: This stack did not delete it/));
    expect([object.state, theirs.state]).toEqual([null, null]);
  });

  it('of another origin is neither changed nor replaced nor deleted, until a refresh has found it here', async () => {
    const { object, values, controls } = await created(type);
    const { state } = object;
    const live = controls.apiKeys.create({ name: 'live', tenant_id: 'ten_acme', environment: 'live' });
    object.beginWalk({ api_key: controls.apiKeys.kept(live.id)?.key ?? null });
    for (const wanted of [{ ...values, ...change }, undefined, values]) {
      if (wanted === values) await object.planReplacement(values);
      expect(await object.apply(wanted)).toEqual(
        like(/^Object of another platform: .*test.*uses localhost live\./),
      );
    }
    for (const created_at of ['2020-01-01T00:00:00Z', null]) {
      object.state = { ...state, created_at };
      expect(await object.refresh(), `it shows ${created_at}`).toEqual(like(/^Object of another platform/));
    }
    object.state = state;
    expect(await object.refresh('destroy')).toEqual(like(/^Object of another platform/));
    const { settings } = object;
    object.settings = { ...settings, ...unseen };
    expect(await object.refresh()).toEqual(like(/^Drift of .* cannot be seen/));
    expect(await object.apply(undefined), 'not seen here').toEqual(like(/^Object of another platform/));
    object.settings = settings;
    expect(await object.refresh()).toEqual([]);
    expect(await object.apply({ ...values, ...change })).toEqual([]);
  });

  it('that was imported has an origin after its first update', async () => {
    const { sandbox, object, values, controls } = await created(type);
    const imported = new ManagedObject(sandbox, type);
    await imported.import(object.id);
    expect(await imported.apply({ ...values, ...change })).toEqual([]);
    const live = controls.apiKeys.create({ name: 'live', tenant_id: 'ten_acme', environment: 'live' });
    imported.beginWalk({ api_key: controls.apiKeys.kept(live.id)?.key ?? null });
    expect(await imported.apply(undefined)).toEqual(like(/^Object of another platform/));
  });

  it('is replaced where the platform cannot update it, and the plan says why', async () => {
    const { object, values } = await created(type, {}, lacking('webhooks.update', 'apiKeys.update'));
    await object.refresh();
    const { said, replaces } = await object.plan({ ...values, ...change });
    expect(said).toEqual(like(/is replaced.*unavailable_operations says.*(?:url|name) changes/s));
    expect(replaces).toEqual(Object.keys(change));
  });

  it('is left behind where the platform cannot delete it, and plan and apply say so', async () => {
    const { object, collection, controls } = await created(
      type,
      {},
      lacking('webhooks.delete', 'apiKeys.delete'),
    );
    expect((await object.plan(undefined)).said).toEqual(like(/is left behind/));
    expect(await object.apply(undefined)).toEqual(like(/is left behind/));
    expect(controls[collection].all()).toHaveLength(1);
    expect(controls.requests.count(`${collection}.delete`)).toBe(0);
  });

  it('is kept as it is where the platform cannot show it, which is said; its import is an error', async () => {
    const { sandbox, object } = await created(type, {}, unseen);
    const { state, id } = object;
    expect(await object.refresh()).toEqual(like(/^Drift of .* cannot be seen/));
    expect(object.state).toEqual(state);
    expect(await new ManagedObject(sandbox, type, unseen).import(id)).toEqual(like(/^Object cannot be read/));
  });

  it('is asked for by a GET where the list shows another value: a refusal is an error, and a 404 decides nothing', async () => {
    const { object, values, collection, controls } = await created(type);
    const body = { data: controls[collection].all(), next_cursor: null };
    const times = Number.POSITIVE_INFINITY;
    controls.faults.add({
      operation: `${collection}.list`,
      times,
      effect: { kind: 'status', status: 200, body },
    });
    await object.apply({ ...values, ...change });
    expect(await object.refresh()).toEqual([]);
    expect(object.state).toMatchObject(change);
    controls.faults.add({ operation: `${collection}.get`, effect: { kind: 'status', status: 501 } });
    expect(await object.refresh()).toEqual(like(/^Operation not offered/));
    controls[collection].delete(object.id);
    expect(await object.refresh()).toEqual(like(/may be deleted/));
    expect(object.state).toMatchObject(change);
  });
});

describe('an endpoint', () => {
  it('keeps a secret that others have set, until the configuration changes its own', async () => {
    const { object, values, controls } = await created('svc_webhook_endpoint');
    controls.webhooks.update(object.id, { secret: 'theirs' });
    await object.apply({ ...values, url: 'https://b.example/' });
    expect(controls.webhooks.kept(object.id)?.secret).toBe('theirs');
    await object.apply({ ...values, secret: 'ours' });
    expect(controls.webhooks.kept(object.id)?.secret).toBe('ours');
  });

  it('is sent its secret again after a lost answer to another one, which the configuration has taken back', async () => {
    const { object, values, controls } = await created('svc_webhook_endpoint');
    await object.loseTheAnswerOf({ ...values, secret: 'lost' });
    expect(controls.webhooks.kept(object.id)?.secret).toBe('lost');
    await object.refresh();
    const doubt = like(/may sign with another secret: An earlier apply sent/);
    expect((await object.plan(values)).said).toEqual(doubt);
    object.beginWalk(lacking('webhooks.update'));
    expect((await object.plan(values)).said, 'without updates, none was taken').toEqual([]);
    object.beginWalk({});
    expect(await object.apply(values)).toEqual([]);
    expect(controls.webhooks.kept(object.id)?.secret).toBe(endpoint.secret);
    expect(object.state).toMatchObject({ status: 'active', secret: endpoint.secret });
    expect((await object.plan(values)).said).toEqual([]);
    await object.loseTheAnswerOf({ ...values, secret: 'lost' });
    await object.planReplacement(values);
    await object.apply(values);
    expect((await object.plan(values)).said, 'after a replacement').toEqual([]);
    await object.loseTheAnswerOf({ ...values, secret: 'lost' });
    const open = { ...values, secret: null, url: 'https://b.example/' };
    await object.apply(open);
    expect((await object.plan(open)).said, 'none was sent').toEqual(like(/has none to send\. Give one/));
  });

  it.each([
    ['warn', like(/^Webhook endpoint wh_\w+ is degraded/), []],
    ['ignore', [], []],
    ['replace', like(/is replaced by a new registration because it is degraded/), ['status']],
  ])('that is degraded, with on_degraded = "%s"', async (on_degraded, warnings, replaces) => {
    const { object, values, controls } = await created('svc_webhook_endpoint', { on_degraded });
    controls.webhooks.update(object.id, { status: 'degraded' });
    expect(await object.refresh()).toEqual([]);
    expect(await object.plan(values)).toMatchObject({ said: warnings, replaces });
  });
});

describe('a key', () => {
  it('is named when its block leaves, and not by a destroy run, in which all keys go', async () => {
    const { object } = await created('svc_api_key');
    expect((await object.plan(undefined)).said).toEqual(like(/is revoked at once: Its holders then fail/));
    await object.refresh('destroy');
    expect((await object.plan(undefined)).said).toEqual([]);
  });

  it('without limits is asked for by a GET where the list shows scopes', async () => {
    const { object, controls } = await created('svc_api_key', unlimited);
    const data = controls.apiKeys.all().map(each => ({ ...each, scopes: key.scopes }));
    const effect = { kind: 'status', status: 200, body: { data, next_cursor: null } } as const;
    controls.faults.add({ operation: 'apiKeys.list', times: Number.POSITIVE_INFINITY, effect });
    const asked = { scopes: null, unrestricted: true };
    expect(await object.readAtOnce(3)).toMatchObject([asked, asked, asked]);
    expect(controls.requests.count('apiKeys.list')).toBeGreaterThan(0);
  });

  it('that is answered with no scopes is said to be unrestricted, and is stored as configured', async () => {
    const sandbox = await sandboxOfTest();
    const body = { id: 'key_9', key: 'svc_test_1', scopes: [] };
    sandbox.controls.faults.add({
      operation: 'apiKeys.create',
      effect: { kind: 'status', status: 201, body },
    });
    const object = new ManagedObject(sandbox, 'svc_api_key');
    expect(await object.apply(key)).toEqual(
      like(/^API key key_9 was answered .*: scopes: .*is unrestricted/),
    );
    expect(object.state).toMatchObject({ scopes: key.scopes });
  });

  it('of another tenant is replaced, which tells why, and what stays where no key can be revoked', async () => {
    const settings = lacking('apiKeys.delete');
    for (const [more, left] of [
      [{}, []],
      [settings, like(/is left behind/)],
    ] as const) {
      const { object, values } = await created('svc_api_key', {}, more);
      const { said, replaces } = await object.plan({ ...values, tenant_id: 'ten_globex' });
      expect(said).toEqual([...like(/is replaced.*bound to one tenant, and tenant_id changes/s), ...left]);
      expect(replaces).toEqual(['tenant_id']);
    }
  });

  it('that others revoke while the previous one works is issued again in place, and not updated', async () => {
    const changes = { rotation: rotation('1', 7) };
    const { object, values, controls } = await created('svc_api_key', changes, lacking('apiKeys.update'));
    const previous = object.id;
    const rotated = { ...values, rotation: rotation('2', 7) };
    await object.apply(rotated);
    const gone = object.id;
    controls.apiKeys.delete(gone);
    expect(await object.refresh()).toEqual([]);
    controls.requests.clear();
    const issued = await object.plan({ ...rotated, name: 'other' });
    expect(issued).toMatchObject({ said: like(/is issued again/), replaces: [] });
    expect(await object.apply({ ...rotated, name: 'other' })).toEqual([]);
    expect(object.state).toMatchObject({ previous_id: previous, name: 'other' });
    expect(controls.requests.count('apiKeys.update')).toBe(0);
    // The key is there again.
    expect((await object.plan({ ...rotated, name: 'other' })).said).toEqual([]);
  });
});

it('a plan that adds a rotation says that it rotates nothing; one that issues a key, too, does not', async () => {
  const { object, values } = await created('svc_api_key', {});
  const added = { ...values, rotation: rotation('1', 7) };
  expect((await object.plan(added)).said).toEqual(
    like(/^A new rotation rotates nothing yet: .*key_\w+.*-replace/),
  );
  expect((await object.plan({ ...added, tenant_id: 'ten_globex' })).said).toEqual(like(/is replaced/));
});

describe('a plan that harms the key of the provider', () => {
  const locked = like(/^Plan locks the provider out: .*SVC_API_KEY.*allow_self_revoke/);

  async function own(settings: RawObject = {}) {
    const { object, values, controls } = await created('svc_api_key', {
      ...unlimited,
      rotation: rotation('1', 0),
    });
    object.settings = { api_key: object.state?.['key'] ?? null, ...settings };
    expect(await object.refresh()).toEqual([]);
    return { object, values, controls };
  }

  it('is an error for each harm, and for no other change', async () => {
    const { object, values } = await own();
    const harms = [undefined, { ...values, ...key }, { ...values, rotation: rotation('2', 0) }];
    for (const harm of harms) expect((await object.plan(harm)).said).toEqual(expect.arrayContaining(locked));
    const moved = await object.plan({ ...values, tenant_id: 'ten_globex' });
    expect(moved.said).toEqual(expect.arrayContaining(locked));
    for (const fine of [values, { ...values, name: 'other' }])
      expect((await object.plan(fine)).said).toEqual([]);
    const rotated = await object.plan({ ...values, rotation: rotation('2', 1) });
    expect(rotated.said).toEqual(like(/is rotated.*works for overlap_days \(1\) after the apply/));
  });

  it('is an error of the apply where no plan shows it, and of the second plan of a replacement', async () => {
    const { object, values, controls } = await own();
    expect(await object.apply(undefined)).toEqual(like(/^Provider would be locked out/));
    expect(controls.apiKeys.all()).toHaveLength(1);
    expect(await object.planReplacement(values)).toEqual(locked);
  });

  it('is allowed by allow_self_revoke', async () => {
    const { object } = await own({ allow_self_revoke: true });
    expect((await object.plan(undefined)).said).toEqual(like(/is revoked at once/));
    expect(await object.apply(undefined)).toEqual([]);
  });
});
