import { describe, expect, it } from 'vitest';
import type { DynamicValue, ListResource_Event } from '../../../src/plugin/protocol/gen/protocol';
import { type Listable, listResource } from '../../../src/plugin/rpc/list-resource';
import { readDataSource } from '../../../src/plugin/rpc/read-data-source';
import { validateConfig } from '../../../src/plugin/rpc/validate-config';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import type { RawObject } from '../../../src/plugin/values/raw';
import { svc } from '../../../src/provider';
import type { Platform } from '../../../src/provider/connection/platform';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox';
import { answer, aSandbox } from '../../harness/a-sandbox';
import { encoded, resourceOf, words } from './asked';
import { ManagedObject, processFor } from './managed-object';

const asking = (config: DynamicValue) => ({ typeName: '', config, clientCapabilities: undefined });
const both = ['svc_webhook_endpoint', 'svc_api_key'] as const;
type TypeName = (typeof both)[number];
const day = 24 * 60 * 60 * 1000;
const listable = (typeName: TypeName) => resourceOf(typeName) as Listable<Platform>;

const endpoint = { url: 'https://a.example.com/t/1', events: ['alert.created'], secret: 's' };
const key = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read'] };

/** Four endpoints and three keys that differ in what filters read, and their short names. One key is 100 days old. */
async function furnished(dialect: SandboxOptions['dialect'] = {}) {
  let now = Date.now() - 100.5 * day;
  const sandbox = await aSandbox({ dialect, clock: () => now });
  const { webhooks, apiKeys } = sandbox.controls;
  const old = apiKeys.create({ ...key, name: 'reports', scopes: ['alerts:read', 'devices:read'] }).id;
  now += 100.5 * day;
  const ids = {
    old,
    plain: webhooks.create(endpoint).id,
    degraded: webhooks.create({ ...endpoint, url: 'https://b.example.com' }).id,
    both: webhooks.create({ ...endpoint, events: ['incident.created', 'alert.created'] }).id,
    incident: webhooks.create({ ...endpoint, events: ['incident.created'] }).id,
    reader: apiKeys.create(key).id,
    unlimited: apiKeys.create({ ...key, name: 'all', tenant_id: 'ten_globex', scopes: [] }).id,
  };
  webhooks.update(ids.degraded, { status: 'degraded' });
  return { sandbox, names: new Map(Object.entries(ids).map(([name, id]) => [id, name])) };
}

async function listed(
  sandbox: Sandbox,
  typeName: TypeName,
  filters: RawObject,
  { includeResourceObject = false, limit = 100 } = {},
) {
  const definition = listable(typeName);
  const config = encoded(definition.list.filters, filters);
  const request = { typeName, config, limit, includeResourceObject };
  const events: ListResource_Event[] = [];
  const session = await processFor(sandbox, {});
  for await (const event of listResource(session, definition, request)) events.push(event);
  const objects = events.filter(({ identity }) => identity !== undefined);
  return {
    ids: objects.map(({ identity }) => String(decodeDynamicValue(identity?.identityData)?.['id'])),
    names: objects.map(({ displayName }) => displayName),
    states: objects.map(({ resourceObject }) => decodeDynamicValue(resourceObject)),
    said: words(events.flatMap(({ diagnostic }) => diagnostic)),
  };
}

it.each<[TypeName, RawObject, readonly string[]]>([
  ['svc_webhook_endpoint', {}, ['plain', 'degraded', 'both', 'incident']],
  ['svc_webhook_endpoint', { event: 'incident.created' }, ['both', 'incident']],
  ['svc_webhook_endpoint', { status: 'degraded' }, ['degraded']],
  ['svc_webhook_endpoint', { url_prefix: 'https://b.example' }, ['degraded']],
  ['svc_webhook_endpoint', { url_prefix: 'b.example' }, []],
  ['svc_webhook_endpoint', { event: 'alert.created', status: 'active' }, ['plain', 'both']],
  ['svc_api_key', {}, ['old', 'reader', 'unlimited']],
  ['svc_api_key', { tenant_id: 'ten_globex' }, ['unlimited']],
  ['svc_api_key', { scope: 'devices:read' }, ['old']],
  ['svc_api_key', { unrestricted: true }, ['unlimited']],
  ['svc_api_key', { unrestricted: false }, ['old', 'reader']],
  ['svc_api_key', { name_prefix: 'repo' }, ['old', 'reader']],
  ['svc_api_key', { name_prefix: 'port' }, []],
  ['svc_api_key', { older_than_days: 100 }, ['old']],
  ['svc_api_key', { older_than_days: 101 }, []],
])('a list of %s with the filters %j', async (typeName, filters, expected) => {
  const { sandbox, names } = await furnished();
  const { ids, said } = await listed(sandbox, typeName, filters);
  expect([ids.map(id => names.get(id)).filter(name => name !== undefined), said]).toEqual([expected, []]);
});

it.each<[TypeName, RawObject, RegExp]>([
  ['svc_webhook_endpoint', { event: 'alert.craeted' }, /^Unknown event type "alert\.craeted": Did you mean/],
  ['svc_webhook_endpoint', { status: 'degradet' }, /^Unknown status "degradet": Did you mean/],
  ['svc_webhook_endpoint', { url_prefix: ' ' }, /^Invalid prefix of an address/],
  ['svc_api_key', { tenant_id: 'ten acme' }, /tenant id/],
  ['svc_api_key', { scope: 'alerts' }, /^Malformed scope "alerts"/],
  ['svc_api_key', { name_prefix: '' }, /^Invalid prefix of a name/],
  ['svc_api_key', { older_than_days: 0 }, /^Invalid age of a key.*from 1 to 3650/],
])('a misspelt filter of %s is named: %j', (typeName, filters, expected) => {
  const { filters: attributes } = listable(typeName).list;
  const { diagnostics } = validateConfig({ attributes }, encoded(attributes, filters));
  expect(words(diagnostics)).toEqual([expect.stringMatching(expected)]);
  expect(diagnostics[0]?.attribute?.steps).toEqual([{ attributeName: Object.keys(filters)[0] }]);
});

it.each(both)('a list of %s warns if nothing tells whether it is whole', async typeName => {
  const { sandbox } = await furnished({ lastPage: {} });
  const { ids, said } = await listed(sandbox, typeName, {});
  expect(ids.length).toBeGreaterThan(2);
  expect(said).toEqual([expect.stringMatching(/may lack objects: .*lists_are_whole = true/)]);
});

it('a list whose second page fails is an error, and none that may lack objects', async () => {
  const { sandbox } = await furnished({ longestPage: 1 });
  sandbox.controls.faults.add({ operation: 'apiKeys.list', after: 1, effect: answer(403) });
  const { said } = await listed(sandbox, 'svc_api_key', {});
  expect(said).toEqual([expect.stringMatching(/^API key lacks permission/)]);
});

const lists = svc.dataSources.filter(({ name }) => name.endsWith('s'));
it.each(lists)('the data source $name warns if nothing tells whether its list is whole', async definition => {
  const { sandbox } = await furnished({ lastPage: {} });
  const config = encoded(definition.attributes, {});
  const answer = await readDataSource(await processFor(sandbox, {}), definition, asking(config));
  expect(words(answer.diagnostics)).toEqual([expect.stringMatching(/may lack objects/)]);
});

const ofObjects = svc.dataSources.filter(({ name }) => /^svc_(webhook|api_key)/.test(name));
it.each(ofObjects)('$name reads what is true at its call, as after a script changed it', async definition => {
  const { sandbox } = await furnished();
  const { webhooks, apiKeys } = sandbox.controls;
  const [id = '', keyId = ''] = [webhooks, apiKeys].map(each => each.all()[0]?.id);
  const session = await processFor(sandbox, {});
  const config = encoded(definition.attributes, 'id' in definition.attributes ? { id } : {});
  // The first reads of an object are no pages that a later one could share.
  for (const event of ['a.a', 'a.b', 'a.c', 'a.d']) {
    webhooks.update(id, { events: [event] });
    apiKeys.update(keyId, { name: event });
    const { state } = await readDataSource(session, definition, asking(config));
    expect(JSON.stringify(decodeDynamicValue(state))).toContain(event);
  }
});

describe('a listed object', () => {
  it.each(both)('%s is what an import reads', async typeName => {
    const { sandbox } = await furnished();
    const { ids, states } = await listed(sandbox, typeName, {}, { includeResourceObject: true });
    for (const [index, id] of ids.entries()) {
      const imported = new ManagedObject(sandbox, typeName);
      await imported.import(id);
      expect(states[index]).toEqual(imported.state);
    }
  });

  it('has a name that a person recognises, and that holds no token of a receiver', async () => {
    const { sandbox } = await furnished();
    expect((await listed(sandbox, 'svc_webhook_endpoint', {})).names).toEqual([
      'a.example.com (alert.created)',
      'b.example.com (alert.created)',
      'a.example.com (alert.created, incident.created)',
      'a.example.com (incident.created)',
    ]);
    const { names } = await listed(sandbox, 'svc_api_key', {});
    expect(names).toEqual(expect.arrayContaining(['reporting (ten_acme)', 'all (ten_globex)']));
  });

  it('that the platform does not show whole is left out by its filter or by its read, and a warning says so', async () => {
    const { sandbox } = await furnished({ shown: { status: () => undefined, tenant_id: () => undefined } });
    const filters = { status: 'active', url_prefix: 'https://a' };
    const filtered = await listed(sandbox, 'svc_webhook_endpoint', filters);
    expect(filtered.ids).toEqual([]);
    expect(filtered.said).toEqual([expect.stringMatching(/^Not listed for want of status: 3/)]);
    const whole = { includeResourceObject: true };
    const unread = await listed(sandbox, 'svc_api_key', { name_prefix: 'a' }, whole);
    expect(unread.ids).toEqual([]);
    expect(unread.said).toEqual([expect.stringMatching(/^svc_api_key key_\w+ is not listed: .*tenant_id/)]);
  });
});

it('a list requests one page for each hundred objects, as far as its limit, and nothing else', async () => {
  const urls = Array.from({ length: 5000 }, (_, index) => `https://h.example.com/${index}`);
  const seed = urls.map(url => ({ ...endpoint, url }));
  const sandbox = await aSandbox({ seed: { webhooks: seed } });
  const { requests, apiKeys } = sandbox.controls;
  apiKeys.create(key);
  for (const [limit, pages] of [
    [250, 3],
    [300, 3],
    [10_000, 50],
  ] as const) {
    requests.clear();
    const { ids } = await listed(sandbox, 'svc_webhook_endpoint', {}, { includeResourceObject: true, limit });
    expect(new Set(ids).size).toBe(Math.min(limit, 5000));
    // Configuring the provider reads the first page, too.
    expect([requests.count('webhooks.list'), requests.count()]).toEqual([pages + 1, pages + 1]);
  }
  requests.clear();
  const { names } = await listed(sandbox, 'svc_api_key', {}, { includeResourceObject: true });
  expect(names).toContain('reporting (ten_acme)');
  expect([requests.count('apiKeys.list'), requests.count()]).toEqual([1, 2]);
});
