import { describe, expect, it } from 'vitest';
import { lines } from '../../../src/provider/creation/journal/entry';
import { answered, both, kinds } from './created-kinds';
import { endpoint, type RunChanges, scene } from './creation-fixture';

/** Runs that may not act on what an earlier one left. */
const others: readonly (readonly [string, RunChanges])[] = [
  ['a restricted run', { record: { isWhole: false } }],
  ['a run at another place', { record: { place: 'elsewhere' } }],
  ['a run whose place cannot be told', { record: { place: undefined } }],
  ['the apply of a foreign saved plan', { command: { planFile: '/nowhere/foreign.tfplan' } }],
];

describe('the id is known and the run was cut off', () => {
  it('the first whole run adopts the endpoint, with its present secret', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('svc_webhook_endpoint', {}, answered(id));
    expect(await (await s.provider()).forecast('endpoint')).toEqual([
      `Webhook endpoint ${id} will be taken over`,
    ]);
    const made = await kinds.endpoint.create(s);
    expect(made.id).toBe(id);
    expect(made.warnings).toEqual([`Webhook endpoint ${id} was taken over`]);
    expect(s.sandbox.controls.webhooks.secretOf(id)).toBe(endpoint.secret);
  });

  it('the first whole run issues another key, then revokes the one whose value was lost', async () => {
    const s = await scene();
    const id = kinds.key.make(s);
    s.leave('svc_api_key', {}, answered(id));
    expect(await (await s.provider()).forecast('key')).toEqual([`API key ${id} will be issued anew`]);
    const made = await kinds.key.create(s);
    expect(made.id).not.toBe(id);
    expect(kinds.key.all(s)).toEqual([made.id]);
    const writes = s.sandbox.controls.requests.all().map(({ operation }) => operation);
    expect(writes.indexOf('apiKeys.create')).toBeLessThan(writes.indexOf('apiKeys.delete'));
  });

  it('a key that cannot be revoked stays in the journal, and its successor is kept', async () => {
    const s = await scene();
    const id = kinds.key.make(s);
    s.leave('svc_api_key', {}, answered(id));
    s.sandbox.controls.faults.add({ operation: 'apiKeys.delete', effect: { kind: 'status', status: 403 } });
    const made = await kinds.key.create(s);
    expect(made.warnings).toContain(`API key ${id} is not revoked yet`);
    expect(kinds.key.all(s).toSorted()).toEqual([id, made.id].toSorted());
    expect(s.written()).toMatch(new RegExp(`"isLeftover":true[^]*"id":"${id}"`));
  });

  it.each(both.flatMap(kind => others.map(([who, changes]) => [who, kind, changes] as const)))(
    '%s touches no %s',
    async (_, kind, changes) => {
      const s = await scene();
      const id = kinds[kind].make(s);
      s.leave(kinds[kind].resource, {}, answered(id));
      const made = await kinds[kind].create(s, changes);
      expect(kinds[kind].all(s).toSorted()).toEqual([id, made.id].toSorted());
    },
  );

  it.each(both)('a changed %s is reported and not touched', async kind => {
    const s = await scene();
    const id = kinds[kind].make(s);
    kinds[kind].edit(s, id);
    s.leave(kinds[kind].resource, {}, answered(id));
    expect(await (await s.provider()).forecast(kind)).toEqual([
      expect.stringMatching(`${id} is in no state`),
    ]);
    const made = await kinds[kind].create(s);
    expect(kinds[kind].all(s).toSorted()).toEqual([id, made.id].toSorted());
  });

  it.each(both)('every plan reports a %s whose resource was removed from the configuration', async kind => {
    const s = await scene();
    const id = kinds[kind].make(s);
    s.leave(kinds[kind].resource, {}, answered(id));
    for (const _ of [1, 2])
      expect(await (await s.provider()).forecast()).toEqual([expect.stringMatching(`${id} is in no state`)]);
  });

  it('only the first whole apply may adopt an object, even if it needs none', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('svc_webhook_endpoint', {}, answered(id));
    s.plan({ wanted: [] });
    const { platform } = await s.applying();
    platform.leave({ isOrderly: true, hasFailed: false, hasChanged: true });
    const made = await kinds.endpoint.create(s);
    expect(made.id).not.toBe(id);
  });

  it.each(both)(
    'the entry of a deleted %s is closed only with the credential that created it',
    async kind => {
      const s = await scene();
      const id = kinds[kind].make(s);
      s.leave(kinds[kind].resource, {}, answered(id));
      if (kind === 'key') s.sandbox.controls.apiKeys.delete(id);
      else s.sandbox.controls.webhooks.delete(id);
      const another = s.sandbox.controls.apiKeys.issue({
        name: 'another',
        tenant_id: 'ten_acme',
        scopes: [],
      });
      const credential = s.sandbox.controls.apiKeys.valueOf(another.id) ?? '';
      expect(await (await s.provider({ credential })).forecast()).toEqual([]);
      expect(s.journals()).toHaveLength(1);
      expect(await (await s.provider()).forecast()).toEqual([]);
      expect(s.journals()).toEqual([]);
    },
  );
});

describe('the id is known and the run ended normally', () => {
  it.each(both)('a plan that creates an equal %s reports it, and the apply succeeds', async kind => {
    const s = await scene();
    const id = kinds[kind].make(s);
    s.leave(kinds[kind].resource, {}, answered(id), lines.ended());
    expect(await (await s.provider()).forecast()).toEqual([]);
    expect(await (await s.provider()).forecast(kind)).toEqual([
      expect.stringMatching(`${id} exists and is in no state`),
    ]);
    expect((await kinds[kind].create(s)).id).not.toBe(id);
  });

  it.each(others)('%s says nothing of it', async (_, changes) => {
    const s = await scene();
    s.leave('svc_webhook_endpoint', {}, answered(kinds.endpoint.make(s)), lines.ended());
    expect(await (await s.provider(changes)).forecast('endpoint')).toEqual([]);
    expect((await kinds.endpoint.create(s, changes)).warnings).toEqual([]);
  });
});

describe('a request in doubt', () => {
  it('stays in the journal when its retry is refused', async () => {
    const s = await scene();
    const { faults } = s.sandbox.controls;
    faults.add({ operation: 'webhooks.create', effect: { kind: 'drop-after' } });
    faults.add({ operation: 'webhooks.list', times: 99, effect: { kind: 'status', status: 403 } });
    faults.add({ operation: 'webhooks.create', effect: { kind: 'status', status: 403 } });
    const { platform, site } = await s.applying();
    await expect(platform.webhooks.create(endpoint, site)).rejects.toThrow(/403|may not/);
    platform.leave({ isOrderly: true, hasFailed: true, hasChanged: true });
    expect(s.written()).toContain('"intent"');
    expect(s.written()).not.toContain('"closed"');
  });
});

describe('an apply reports what its plan could not know', () => {
  it.each(both)('a %s whose fields were known only at apply', async kind => {
    const s = await scene();
    const id = kinds[kind].make(s);
    s.leave(kinds[kind].resource, {}, answered(id));
    s.plan({ wanted: [`${kinds[kind].resource} ?`] });
    const made = await kinds[kind].create(s, { record: { terraform: s.here } });
    expect(made.warnings).toEqual([expect.stringMatching(`${id} was (taken over|issued anew)`)]);
  });
});
