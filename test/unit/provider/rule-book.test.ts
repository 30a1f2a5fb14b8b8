import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client';
import { Claims } from '../../../src/provider/creation/journal/claims';
import { lines } from '../../../src/provider/creation/journal/entry';
import type { FaultEffect } from '../../../src/sandbox';
import { endpoint, intentOf, key, type RunChanges, scene } from './creation-fixture';

type Scene = Awaited<ReturnType<typeof scene>>;
const answered = (id: string) => lines.answered(1, id);

/** The same rows for both kinds of object. */
const kinds = {
  endpoint: {
    resource: 'svc_webhook_endpoint',
    make: (s: Scene) => s.sandbox.controls.webhooks.create(endpoint).id,
    edit: (s: Scene, id: string) =>
      s.sandbox.controls.webhooks.update(id, { url: 'https://edited.example/' }),
    all: (s: Scene) => s.sandbox.controls.webhooks.all().map(({ id }) => id),
    create: async (s: Scene, changes: RunChanges = {}) => {
      const provider = await s.applying(changes);
      return { ...(await provider.platform.webhooks.create(endpoint, provider.site)), ...provider };
    },
  },
  key: {
    resource: 'svc_api_key',
    make: (s: Scene) => s.sandbox.controls.apiKeys.issue(key).id,
    edit: (s: Scene, id: string) => s.sandbox.controls.apiKeys.update(id, { name: 'edited' }),
    all: (s: Scene) => s.sandbox.controls.apiKeys.all().map(({ id }) => id),
    create: async (s: Scene, changes: RunChanges = {}) => {
      const provider = await s.applying(changes);
      return { ...(await provider.platform.apiKeys.create(key, provider.site)), ...provider };
    },
  },
} as const;
const anHourAgo = Date.now() - 3_600_000;
type Kind = keyof typeof kinds;
const both = ['endpoint', 'key'] as const;

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

describe('no id is known', () => {
  it('one endpoint within the window is adopted, as planned', async () => {
    const s = await scene();
    s.leave('svc_webhook_endpoint');
    const id = kinds.endpoint.make(s);
    expect(await (await s.provider()).forecast('endpoint')).toEqual([
      `Webhook endpoint ${id} will be taken over`,
    ]);
    expect((await kinds.endpoint.create(s)).id).toBe(id);
  });

  it('a key is never revoked: another one is issued, and the candidate is reported', async () => {
    const s = await scene();
    s.leave('svc_api_key');
    const id = kinds.key.make(s);
    const made = await kinds.key.create(s);
    expect(kinds.key.all(s).toSorted()).toEqual([id, made.id].toSorted());
    expect(made.warnings).toEqual([`API key ${id} may be left over`]);
  });

  it('a platform that supports the Idempotency-Key returns the key itself', async () => {
    const s = await scene({ idempotency: 'honoured' });
    const idempotencyKey = 'of-the-run-before';
    const client = createClient({ baseUrl: s.sandbox.url, credential: s.sandbox.key });
    const lost = await client.apiKeys.create(key, { idempotencyKey });
    await client.close();
    s.leave('svc_api_key', { intent: { idempotencyKey } });
    const made = await kinds.key.create(s);
    expect(made.id).toBe(lost.id);
    expect(made.key).toBe(lost.key);
    expect(kinds.key.all(s)).toEqual([lost.id]);
  });

  it.each<[string, { began?: number | undefined; isComplete?: boolean }, number]>([
    ['several candidates', {}, 2],
    ['one that may have been there before', { isComplete: false }, 1],
    ['one of another hour', { began: anHourAgo }, 1],
    ['a request whose time is not known', { began: undefined }, 1],
  ])('%s: none is touched, another is created, and each is named', async (_, intent, count) => {
    const s = await scene();
    s.leave('svc_webhook_endpoint', { intent });
    const strangers = Array.from({ length: count }, () => kinds.endpoint.make(s));
    const made = await kinds.endpoint.create(s);
    expect(strangers).not.toContain(made.id);
    expect(made.warnings).toEqual([`Webhook endpoint ${strangers.join(', ')} may be left over`]);
  });

  it.each([
    ['and an equal resource', ['key'], 'another one is created'],
    ['and no equal resource', [], 'not touched. If nobody'],
  ] as const)('a plan with a candidate %s says what it creates', async (_, planned, saying) => {
    const s = await scene();
    s.leave('svc_api_key');
    kinds.key.make(s);
    const { platform } = await s.provider();
    for (const _kind of planned)
      platform.creationPlanned({ resource: 'svc_api_key', values: { ...key }, isKnown: () => true });
    const [[, detail = ''] = []] = await platform.makeForecast();
    expect(detail).toContain(saying);
    expect(detail.includes('is created')).toBe(planned.length > 0);
  });

  it('an object from before the request is no candidate, and a plan does not report it', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('svc_webhook_endpoint', { intent: { before: [id], began: anHourAgo } });
    expect(await (await s.provider()).forecast()).toEqual([]);
    expect(s.journals()).toEqual([]);
  });

  it.each(both)('the list excludes the object: the entry of a %s is closed without a message', async kind => {
    const s = await scene();
    s.leave(kinds[kind].resource, { intent: { began: anHourAgo } });
    expect(await (await s.provider()).forecast()).toEqual([]);
    expect(s.journals()).toEqual([]);
  });

  it('while the request may still take effect, it is repeated with the same key, and a later plan checks again', async () => {
    const s = await scene();
    s.leave('svc_webhook_endpoint', { intent: { idempotencyKey: 'the-same' } });
    const made = await kinds.endpoint.create(s);
    const asked = s.sandbox.controls.requests
      .all()
      .filter(({ operation }) => operation === 'webhooks.create');
    expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['the-same']);
    const late = kinds.endpoint.make(s);
    const { platform, forecast } = await s.provider();
    platform.stateSeen({ resource: 'svc_webhook_endpoint', identity: made.id, values: () => ({}) });
    expect(await forecast()).toEqual([`Webhook endpoint ${late} may be left over`]);
  });

  it('without a list, the request is repeated with the same key, after the time for late responses', async () => {
    const s = await scene();
    s.leave('svc_webhook_endpoint', { intent: { idempotencyKey: 'the-same' } });
    s.sandbox.controls.faults.add({ operation: 'webhooks.list', effect: { kind: 'status', status: 403 } });
    const made = await kinds.endpoint.create(s);
    expect(made.warnings).toEqual(['Webhook endpoint for a.example was asked for twice']);
    expect(made.slept.some(milliseconds => milliseconds > 60_000)).toBe(true);
    const asked = s.sandbox.controls.requests
      .all()
      .filter(({ operation }) => operation === 'webhooks.create');
    expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['the-same']);
    expect(kinds.endpoint.all(s)).toEqual([made.id]);
  });
});

describe('each object belongs to one create', () => {
  it('also if two provider blocks, each with its own process, need equal objects', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('svc_webhook_endpoint', {}, answered(id));
    const blocks = [await s.applying(), await s.applying()];
    const made = await Promise.all(
      blocks.map(({ platform, site }) => platform.webhooks.create(endpoint, site)),
    );
    expect(new Set(made.map(each => each.id)).size).toBe(2);
    expect(made.map(each => each.id)).toContain(id);
    expect(kinds.endpoint.all(s)).toHaveLength(2);
  });

  it.each([
    ['lives', {}, false],
    ['was killed', { started: '1' }, true],
  ])('a claim of a Terraform that %s counts as long as that one lives', async (_, changes, isTaken) => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('svc_webhook_endpoint', {}, answered(id));
    expect(new Claims(s.folder).take(id, { ...s.here, ...changes })).toBe(true);
    expect((await kinds.endpoint.create(s)).id === id).toBe(isTaken);
  });

  it('a create with a lost response never adopts an object that another provider block has just created', async () => {
    const s = await scene();
    const first = await s.applying();
    const second = await s.applying();
    const theirs = await first.platform.apiKeys.create(key, first.site);
    s.sandbox.controls.faults.add({ operation: 'apiKeys.create', effect: { kind: 'drop-before' } });
    const ours = await second.platform.apiKeys.create(key, second.site);
    expect(kinds.key.all(s).toSorted()).toEqual([theirs.id, ours.id].toSorted());
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

describe('a process that lives', () => {
  it('is waited for, and then its objects are not touched', async () => {
    const s = await scene();
    const text =
      lines.run({ ...s.record, owner: s.here }) + lines.intent(1, intentOf('svc_webhook_endpoint'));
    s.write(text);
    let isDone = false;
    const creating = kinds.endpoint.create(s).then(made => {
      isDone = true;
      return made;
    });
    await new Promise(resolve => setTimeout(resolve, 150));
    expect(isDone).toBe(false);
    const id = kinds.endpoint.make(s);
    s.write(text, answered(id));
    expect((await creating).id).not.toBe(id);
  });

  it('on another host is ignored, with its objects', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const elsewhere = { host: 'elsewhere.invalid', boot: 'another', pid: 1, started: '1' };
    s.leave('svc_webhook_endpoint', { run: { owner: elsewhere, terraform: elsewhere } }, answered(id));
    expect(await (await s.provider()).forecast('endpoint')).toEqual([]);
    expect((await kinds.endpoint.create(s)).id).not.toBe(id);
  });
});

describe('an object that looks the same', () => {
  it.each(both)('is named by the plan of a %s, and its apply does not repeat it', async kind => {
    const s = await scene();
    const ids = [kinds[kind].make(s), kinds[kind].make(s)].toSorted();
    const planning = await s.provider({ record: { terraform: s.here } });
    expect(await planning.forecast(kind, kind)).toEqual([
      expect.stringMatching(new RegExp(`(${ids.join('|')}), (${ids.join('|')}) looks the same`)),
    ]);
    expect(await planning.forecast(kind)).toEqual([]);
    planning.platform.leave({ isOrderly: true, hasFailed: false, hasChanged: false });
    const applying = await s.provider({ record: { terraform: s.here } });
    expect(await applying.forecast(kind)).toEqual([]);
    const { webhooks, apiKeys } = applying.platform;
    await (kind === 'key' ? apiKeys.create(key, applying.site) : webhooks.create(endpoint, applying.site));
    expect(applying.warnings).toEqual([]);
    // One that is new since the plan is named by the apply.
    const later = kinds[kind].make(s);
    const second = await s.provider({ record: { terraform: s.here } });
    await (kind === 'key' ? second.platform.apiKeys : second.platform.webhooks).create(
      { ...key, ...endpoint },
      second.site,
    );
    expect(second.warnings).toEqual([expect.stringContaining(later)]);
  });

  it('is not named by a plan whose state has it, or that cannot tell', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const seen = await s.provider();
    seen.platform.stateSeen({ resource: 'svc_webhook_endpoint', identity: id, values: () => ({}) });
    expect(await seen.forecast('endpoint')).toEqual([]);
    const unknown = await s.provider();
    unknown.platform.creationPlanned({
      resource: 'svc_webhook_endpoint',
      values: { events: ['alert.created'] },
      isKnown: name => name !== 'url',
    });
    expect(await unknown.forecast()).toEqual([]);
    const restricted = await s.provider({ record: { isWhole: false } });
    expect(await restricted.forecast('endpoint')).toEqual([]);
    const destroying = await s.provider({ command: { mayCreate: false } });
    expect(await destroying.forecast('endpoint')).toEqual([]);
    expect(s.sandbox.controls.requests.count('webhooks.list')).toBe(1);
  });

  it('is not named as such if it may be what an interrupted apply has left', async () => {
    const s = await scene();
    s.leave('svc_webhook_endpoint', { intent: { began: undefined } });
    const id = kinds.endpoint.make(s);
    expect(await (await s.provider()).forecast('endpoint')).toEqual([
      `Webhook endpoint ${id} may be left over`,
    ]);
  });

  it.each<[string, FaultEffect]>([
    ['refuses the list', { kind: 'status', status: 403 }],
    ['fails', { kind: 'status', status: 500 }],
    ['does not answer', { kind: 'hang-before' }],
  ])('costs a plan nothing but time if the platform %s', async (_, effect) => {
    const s = await scene();
    kinds.endpoint.make(s);
    s.sandbox.controls.faults.add({ operation: 'webhooks.list', times: 99, effect });
    const { forecast } = await s.provider();
    const began = performance.now();
    expect(await forecast('endpoint')).toEqual([]);
    expect(await forecast('endpoint')).toEqual([]);
    expect(performance.now() - began).toBeLessThan(8000);
    expect(s.sandbox.controls.requests.count('webhooks.list')).toBeLessThanOrEqual(1);
  });

  it('costs a plan of many creates one listing', async () => {
    const s = await scene();
    for (let index = 0; index < 150; index += 1)
      s.sandbox.controls.webhooks.create({ ...endpoint, url: `https://b.example/${index}` });
    const id = kinds.endpoint.make(s);
    const { platform, forecast } = await s.provider();
    for (let index = 0; index < 1000; index += 1)
      platform.creationPlanned({
        resource: 'svc_webhook_endpoint',
        values: { ...endpoint, url: `https://a.example/${index}` },
        isKnown: () => true,
      });
    expect(await forecast('endpoint')).toEqual([`Webhook endpoint ${id} looks the same`]);
    expect(s.sandbox.controls.requests.count()).toBe(2);
  });

  it('is named in lines that hold no address, no control character and no second command', async () => {
    const s = await scene();
    const name = 'ci\n\u001b[2J\u202e $(reboot)';
    const id = s.sandbox.controls.apiKeys.issue({ ...key, name }).id;
    const { platform } = await s.provider();
    const { webhooks } = s.sandbox.controls;
    const hook = { ...endpoint, url: 'https://hooks.example/T0KEN' };
    const hookId = webhooks.create(hook).id;
    for (const [resource, values] of [
      ['svc_api_key', { ...key, name }],
      ['svc_webhook_endpoint', hook],
    ] as const)
      platform.creationPlanned({ resource, values: { ...values }, isKnown: () => true });
    await platform.isForecastDue('plan');
    const [ofEndpoint, ofKey] = (await platform.makeForecast())
      .map(([, detail]) => detail.split('\n\n').at(-1)?.split('\n'))
      .toSorted((one, other) => Number(one?.[0]?.includes('key_')) - Number(other?.[0]?.includes('key_')));
    expect(ofEndpoint).toEqual([
      `  ${hookId}, for hooks.example`,
      `    terraform import svc_webhook_endpoint.NAME ${hookId}`,
    ]);
    expect(ofKey).toEqual([
      `  ${id}, "ci\\n\\u001b[2J\\u{202e} $(reboot)"`,
      `    terraform import svc_api_key.NAME ${id}`,
    ]);
  });

  it('is refused by look_alikes = "refuse" before anything is created, and accepted by its id', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const lookAlikes = 'refuse';
    expect(await (await s.provider({ lookAlikes })).forecast('endpoint')).toEqual([
      `Webhook endpoint ${id} looks the same`,
    ]);
    await expect(kinds.endpoint.create(s, { lookAlikes })).rejects.toThrow(
      `    terraform import svc_webhook_endpoint.NAME ${id}`,
    );
    expect(kinds.endpoint.all(s)).toEqual([id]);
    const accepted = await kinds.endpoint.create(s, { lookAlikes, acceptedLookAlikes: [id] });
    expect(accepted.warnings).toEqual([]);
  });

  it('is only warned of in a restricted run', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const made = await kinds.endpoint.create(s, { lookAlikes: 'refuse', record: { isWhole: false } });
    expect(made.warnings).toEqual([`Webhook endpoint ${id} looks the same`]);
  });

  it('is not reported if the plan of the run has seen it in a state', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.plan({ shown: [id] });
    const made = await kinds.endpoint.create(s, { lookAlikes: 'refuse', record: { terraform: s.here } });
    expect(made.warnings).toEqual([]);
  });
});

describe('the cost of the search', () => {
  const kindOf = (kind: Kind) => kinds[kind];

  it('is one listing for concurrent creates, not one each', async () => {
    const s = await scene();
    for (let index = 0; index < 150; index += 1)
      s.sandbox.controls.webhooks.create({ ...endpoint, url: `https://b.example/${index}` });
    const { platform, site } = await s.provider();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        platform.webhooks.create({ ...endpoint, url: `https://a.example/${index}` }, site),
      ),
    );
    expect(s.sandbox.controls.requests.count('webhooks.list')).toBe(2);
  });

  it('is avoided on a platform that is too large: the request is repeated with a warning', async () => {
    const s = await scene();
    for (let index = 0; index < 2001; index += 1)
      s.sandbox.controls.webhooks.create({ ...endpoint, url: `https://b.example/${index}` });
    s.sandbox.controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'drop-before' } });
    const made = await kindOf('endpoint').create(s);
    expect(made.warnings).toEqual(['Webhook endpoint for a.example was asked for twice']);
    expect(kinds.endpoint.all(s)).toHaveLength(2002);
  });
});
