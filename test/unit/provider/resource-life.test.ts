import { describe, expect, it } from 'vitest';
import { answer } from '../../harness/a-sandbox';
import { created, endpoint, key, lacking, like, ManagedObject } from './managed-object';

const both = [
  ['svc_webhook_endpoint', { url: 'https://a.example/other' }],
  ['svc_api_key', { name: 'other' }],
] as const;

const unseen = lacking(...['webhooks', 'apiKeys'].flatMap(name => [`${name}.get`, `${name}.list`]));

it.each([
  ['svc_webhook_endpoint', 'svc_api_key'],
  ['svc_api_key', 'svc_webhook_endpoint'],
] as const)('an import into %s of an id of %s finds nothing, which Terraform says', async (type, other) => {
  const { sandbox, object } = await created(other);
  expect(await new ManagedObject(sandbox, type).import(object.id)).toEqual([]);
});

describe.each(both)('%s', (type, change) => {
  const incomplete = type === 'svc_api_key' ? {} : { secret: null, url: 'https://a.example/ü' };
  const renamed = type === 'svc_api_key' ? like(/is renamed to \w+; its value goes on working/) : [];

  it('keeps its state when the platform refuses a change or a deletion', async () => {
    const { object, values, collection, controls } = await created(type);
    const { state } = object;
    const refused = [['update', { ...values, ...change }] as const, ['delete', undefined] as const];
    for (const [operation, wanted] of refused) {
      controls.faults.add({ operation: `${collection}.${operation}`, effect: answer(403) });
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
    const named = like(new RegExp(`^(?:API key|Webhook endpoint) ${object.id} was not there: `));
    expect([await object.apply(undefined), object.state]).toEqual([named, null]);
  });

  it('is destroyed without a read, unless it is just imported, and no check of a new object stops that', async () => {
    const { object, values, sandbox, collection, controls } = await created(type);
    const imported = new ManagedObject(sandbox, type);
    await imported.import(object.id, 'destroy');
    expect(imported.state?.['created_at']).toBe(object.state?.['created_at']);
    controls[collection].delete(object.id);
    const reads = () => controls.requests.count(`${collection}.get`);
    const before = reads();
    expect(await object.refresh('destroy')).toEqual([]);
    expect([object.state?.['id'], reads() - before]).toEqual([object.id, 0]);
    const unfinished = new ManagedObject(sandbox, type);
    expect(await unfinished.refresh('destroy')).toEqual([]);
    expect((await unfinished.plan({ ...values, ...incomplete })).said).toEqual([]);
  });

  it('is told as changed by others, unless the configuration agrees, as it does after an update with a lost answer', async () => {
    const { object, values, collection, controls } = await created(type);
    const { state } = object;
    await object.loseTheAnswerOf({ ...values, ...change });
    expect(object.state).toEqual(state);
    await object.refresh();
    expect((await object.plan({ ...values, ...change })).said).toEqual([]);
    await object.apply(values);
    controls[collection].update(object.id, change);
    const told = [
      ...like(
        /was (?:redirected to another address on \S+|changed) on the platform(?:: name)?: The platform shows another value/,
      ),
      ...renamed,
    ];
    // A refresh stores what it has found, and an apply that fails keeps it: the next plan tells it again.
    for (const _ of ['found', 'stored']) {
      await object.refresh();
      expect((await object.plan(values)).said).toEqual(told);
    }
    expect((await object.plan({ ...values, ...change })).said, 'adopted').toEqual([]);
    expect(await object.refresh('refresh-only'), 'told when it was found').toEqual([]);
    await object.refresh('destroy');
    expect((await object.plan(values)).said).toEqual(renamed);
    await object.refresh('destroy');
    expect((await object.plan(undefined)).said).toEqual([]);
  });

  it('is told as changed by others after an update of this stack, although an earlier refresh had noted the value', async () => {
    const { object, values, collection, controls } = await created(type);
    const ours = type === 'svc_api_key' ? { name: 'third' } : { url: 'https://a.example/third' };
    controls[collection].update(object.id, change);
    await object.refresh();
    await object.apply({ ...values, ...ours });
    const before = type === 'svc_api_key' ? { name: key.name } : { url: endpoint.url };
    controls[collection].update(object.id, before);
    await object.refresh();
    expect((await object.plan({ ...values, ...ours })).said).toEqual([
      ...like(/was (?:redirected|changed).* on the platform/),
      ...renamed,
    ]);
  });

  it('keeps its time of creation while the platform spells the same second in another way', async () => {
    const { object, collection, controls } = await created(type);
    const { state } = object;
    const time = Date.parse(String(state?.['created_at']));
    const show = (created_at: string) => {
      const data = controls[collection].all().map(record => ({ ...record, created_at }));
      const page = { data, next_cursor: null };
      controls.faults.add({ operation: `${collection}.list`, effect: answer(200, page) });
      controls.faults.add({ operation: `${collection}.get`, effect: answer(200, data[0] ?? {}) });
    };
    for (const same of [`${Math.floor(time / 1000)}`, new Date(time).toUTCString()]) {
      show(same);
      expect([await object.refresh(), object.state]).toEqual([[], state]);
    }
    show('soon');
    await object.refresh();
    expect(object.state).toEqual({ ...state, created_at: 'soon' });
  });

  it('is told as deleted by others, or by an apply that failed', async () => {
    const { object, collection, controls } = await created(type);
    controls[collection].delete(object.id);
    expect(await object.refresh()).toEqual(
      like(/is unknown to the platform: Either it was deleted .* or .* the key of another account/),
    );
    expect(object.state).toBeNull();
  });

  it('of another origin is neither changed nor replaced nor deleted, until `-refresh-only` has found it here', async () => {
    const { object, values, controls, collection } = await created(type);
    const { state } = object;
    const live = controls.apiKeys.create({ name: 'live', tenant_id: 'ten_acme', environment: 'live' });
    object.beginWalk({ api_key: controls.apiKeys.stored(live.id)?.key ?? null });
    for (const other of [{ created_at: '2020-01-01T00:00:00Z' }, { created_at: null }, { id: 'gone' }]) {
      for (const mode of ['normal', 'refresh-only'] as const) {
        object.state = { ...state, ...other };
        const said = await object.refresh(mode);
        expect(said, `${JSON.stringify(other)}, ${mode}`).toEqual(like(/^Object of another platform/));
      }
    }
    object.state = state;
    for (const wanted of [{ ...values, ...change }, undefined, values]) {
      if (wanted === values) await object.planReplacement(values);
      expect(await object.apply(wanted)).toEqual(like(/^Object of another platform: .*test.*localhost live/));
    }
    object.state = state;
    const data = controls[collection].all().map(record => ({ ...record, created_at: null }));
    const one = data.find(({ id }) => id === object.id) ?? {};
    controls.faults.add({
      operation: `${collection}.list`,
      effect: answer(200, { data, next_cursor: null }),
    });
    controls.faults.add({ operation: `${collection}.get`, effect: answer(200, one) });
    expect(await object.refresh('refresh-only'), 'the platform shows no time').toEqual(
      like(/^Object of another platform/),
    );
    controls.faults.clear();
    for (const mode of ['normal', 'destroy'] as const) {
      expect(await object.refresh(mode), `a copy, ${mode}`).toEqual(like(/^Object of another platform/));
    }
    const { settings } = object;
    object.settings = { ...settings, ...unseen };
    expect(await object.refresh('refresh-only')).toEqual(like(/^Drift of .* cannot be seen/));
    expect(await object.apply(undefined), 'not seen here').toEqual(like(/^Object of another platform/));
    object.settings = settings;
    expect(await object.refresh('refresh-only')).toEqual([]);
    expect(await object.apply({ ...values, ...change })).toEqual([]);
    object.beginWalk({});
    expect(await object.apply(values), 'where it was created').toEqual([]);
    object.beginWalk(settings);
    await object.planReplacement(values);
    await object.apply(values);
    object.beginWalk({});
    expect(await object.apply(undefined), 'replaced elsewhere').toEqual(like(/^Object of another platform/));
  });

  it('notes the tenants of its account where an import or an older version has no note', async () => {
    const { sandbox, object, values } = await created(type);
    const noted = ({ notes = new Uint8Array() }: ManagedObject) =>
      /ten_acme.*ten_globex/.test(Buffer.from(notes).toString());
    expect(noted(object), 'created').toBe(true);
    for (const [what, see] of [
      ['an update', (imported: ManagedObject) => imported.apply({ ...values, ...change })],
      ['-refresh-only', (imported: ManagedObject) => imported.refresh('refresh-only')],
    ] as const) {
      const imported = new ManagedObject(sandbox, type);
      await imported.import(object.id);
      await imported.refresh();
      expect(noted(imported), `${what} of another walk`).toBe(false);
      await see(imported);
      expect(noted(imported), what).toBe(true);
    }
  });

  it('that was imported has an origin after its first update', async () => {
    const { sandbox, object, values, controls } = await created(type);
    const imported = new ManagedObject(sandbox, type);
    await imported.import(object.id);
    expect(await imported.apply({ ...values, ...change })).toEqual([]);
    const live = controls.apiKeys.create({ name: 'live', tenant_id: 'ten_acme', environment: 'live' });
    imported.beginWalk({ api_key: controls.apiKeys.stored(live.id)?.key ?? null });
    expect(await imported.apply(undefined)).toEqual(like(/^Object of another platform/));
  });

  it('is replaced where the platform cannot update it, and the plan says why', async () => {
    const { object, values } = await created(type, {}, lacking('webhooks.update', 'apiKeys.update'));
    await object.refresh();
    const { said, replaces } = await object.plan({ ...values, ...change });
    expect(said).toEqual(like(/is replaced.*unavailable_operations says.*(?:url|name) changes/s));
    expect(replaces).toEqual(Object.keys(change));
    if (!('url' in values)) return;
    const spelt = { ...values, url: String(values['url']).replace('https:', 'HTTPS:') };
    expect((await object.plan(spelt)).replaces, 'another spelling').toEqual([]);
  });

  it('is left behind where the platform cannot delete it, and plan and apply say so', async () => {
    const settings = lacking('webhooks.delete', 'apiKeys.delete');
    const { object, collection, controls } = await created(type, {}, settings);
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
    const stale = { times: Number.POSITIVE_INFINITY, effect: answer(200, body) };
    controls.faults.add({ operation: `${collection}.list`, ...stale });
    await object.apply({ ...values, ...change });
    expect(await object.refresh()).toEqual([]);
    expect(object.state).toMatchObject(change);
    controls.faults.add({ operation: `${collection}.get`, effect: answer(501) });
    expect(await object.refresh()).toEqual(like(/^Operation not offered/));
    controls[collection].delete(object.id);
    expect(await object.refresh()).toEqual(like(/may be deleted/));
    expect(object.state).toMatchObject(change);
  });
});
