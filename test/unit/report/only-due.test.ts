import { expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { parsePlan } from '../../../src/report/plan/plan';
import { sectionOf } from '../../cdktf/listings';
import { configuration, endpoint, endpointChange, key, keyChange, planJson, references } from './plan-json';
import { reportOn } from './report-on';

type Values = Readonly<Record<string, unknown>>;

const timestamp = '2026-05-01T00:00:00Z';
const rotation = { after_days: 30, overlap_days: 7 };
const was = { ...key(), key: 'a-made-up-key', created_at: '2026-04-01T00:00:00Z', rotation };
const lapping = { previous_id: 'key_0', previous_expires_at: timestamp };
const none = { previous_id: null, previous_expires_at: null };
const marks = { id: true, key: true, created_at: true, environment: true, previous_expires_at: true };

interface Row {
  /** What differs from a due rotation. */
  readonly actions?: readonly string[];
  readonly before?: Values;
  readonly after?: Values;
  readonly unknown?: Values;
  readonly entry?: Values;
  /** The end of an overlap in its place. */
  readonly ends?: true;
  /** Another object of the plan. */
  readonly other?: Values;
  /** Expressions of an endpoint whose version follows from the key. */
  readonly store?: Values;
  /** Both in a module, or what differs in its call. */
  readonly module?: true | Values;
  /** Arguments of the key's block, and its `for_each`. */
  readonly asks?: Values;
  readonly forEach?: unknown;
  readonly provider?: Values;
  readonly plan?: Values;
  /** The plan without a refresh does it, too. */
  readonly stored?: true;
  /** What differs in the plan without a refresh, and objects that it has, too. */
  readonly withoutRefresh?: Values;
  readonly also?: readonly Values[];
}

const keyBlock = { address: 'svc_api_key.ci', type: 'svc_api_key', provider_config_key: 'svc' };
const storeBlock = { ...keyBlock, address: 'svc_webhook_endpoint.pager', type: 'svc_webhook_endpoint' };
const asked = { scopes: { constant_value: ['alerts:read'] } };

/** Returns a plan, and the one without a refresh, which changes nothing. */
function plansOf(row: Row) {
  const { ends, store } = row;
  const old = { ...was, ...(ends ? lapping : {}), ...row.before };
  const after = { ...old, ...(ends ? none : { previous_id: 'key_1' }), ...row.after };
  const unknown = ends ? {} : (row.unknown ?? marks);
  const rotated = keyChange({ actions: row.actions ?? ['update'], before: old, after, unknown });
  const followed = endpoint({ secret_wo: null, data: { wo: null }, list: [{ wo: null }, { wo: null }] });
  const follows = change(['update'], {
    before: followed,
    after: { ...followed, secret_wo_version: undefined },
    unknown: { secret_wo_version: true },
    address: `${row.module ? 'module.m["x.y"].' : ''}svc_webhook_endpoint.pager`,
  });
  const changes: readonly Values[] = [
    { ...rotated, ...row.entry },
    change(['no-op'], { address: 'svc_webhook_endpoint.b' }),
    store ? follows : [],
    row.other ?? [],
  ].flat();
  const resources = [
    { ...storeBlock, expressions: { ...store } },
    { ...keyBlock, expressions: { ...asked, ...row.asks }, for_each_expression: row.forEach },
  ];
  const called = { expressions: { scopes: references('var.scopes') }, module: { resources } };
  const m = { ...called, ...(row.module === true ? {} : row.module) };
  const common = {
    timestamp,
    prior_state: {
      values: { root_module: { resources: [{ address: 'a.b', type: 'a', values: { is: 1 } }] } },
    },
    ...(row.module
      ? configuration({ address: 'a.b', type: 'a' }, {}, { module_calls: { m } })
      : configuration({}, row.provider, { resources })),
  };
  const kept = row.stored
    ? changes
    : changes
        .filter(({ change }) => Object(change).actions[0] !== 'create')
        .map(({ change, ...more }) => ({ ...more, change: { ...Object(change), actions: ['no-op'] } }));
  return {
    plan: planJson(changes, { ...common, ...row.plan }),
    withoutRefresh: parsePlan(planJson([...kept, ...(row.also ?? [])], { ...common, ...row.withoutRefresh })),
  };
}

function reportOf(row: Row) {
  const { plan, withoutRefresh } = plansOf(row);
  return reportOn(plan, { withoutRefresh });
}
const onlyDue = (row: Row) => reportOf(row).onlyDue;
const waitsOf = (row: Row) => reportOf(row).waits;
const reasonsOf = (row: Row) => waitsOf(row).map(({ reason }) => reason);

const fromKey = references('svc_api_key.ci.key', 'svc_api_key.ci');
const ofOther = references('var.secret');
const output = (action: string) => ({ output_changes: { o: { actions: [action], after_unknown: true } } });
const change = (actions: readonly string[], fields: Values = {}) =>
  endpointChange({ actions, before: endpoint(), after: endpoint(), ...fields });
const drift = (object: Values) => ({ resource_drift: [object] });
const endpointDrift = (now: Values, more: Values = {}) =>
  endpointChange({ actions: ['update'], before: endpoint(), after: endpoint(now), more });
const keyDrift = (now: Values, more: Values = {}) =>
  keyChange({ actions: ['update'], before: was, after: { ...was, ...now }, more });

const [alerts, devices] = [['alerts:read'], ['devices:read']];
const wide = { scopes: ['alerts:read', 'tenants:write'] };
const withoutLimits = { scopes: null, unrestricted: true };
const unlimited: Row = { before: withoutLimits, after: withoutLimits };
const mayWrite: Row = { before: wide, after: wide };
const otherType: Row = { entry: { type: 'svc_other', address: 'svc_other.ci' } };
const bothHave = (plan: Values): Row => ({ plan, withoutRefresh: plan });
/** The value of a variable, in both plans. */
const given = (value: unknown) => bothHave({ variables: { scopes: { value } } });
const revokes: Row = {
  stored: true,
  ends: true,
  before: { ...none, unrevoked_ids: ['key_a'] },
  after: { unrevoked_ids: [] },
};

/** What the arguments of a store, and of a key, refer to. */
const store = (argument: string, ...names: readonly string[]): Row => ({
  store: { [argument]: references(...names) },
});
const scopesOf = (...names: readonly string[]): Row => ({ asks: { scopes: references(...names) } });
const lacking = (unavailable_operations: Values): Row => ({ provider: { unavailable_operations } });
const asksForAll = (unrestricted: Values): Row => ({
  ...unlimited,
  asks: { scopes: undefined, unrestricted },
});
/** The due key with this key of `for_each`, and what names it. */
const keyAt = (key: string): Row => ({ entry: { address: `svc_api_key.ci[${key}]` } });
const inModuleAt: Row = { module: true, entry: { address: 'module.m["a"].svc_api_key.ci["b"]' } };
const instance = (key: string) => [
  `svc_api_key.ci["${key}"].key`,
  `svc_api_key.ci["${key}"]`,
  'svc_api_key.ci',
];
const inIt = { module: true, entry: { address: 'module.m["x.y"].svc_api_key.ci' } } as const;

const checkRead = {
  ...change(['read'], {
    address: 'data.svc_tenants.all',
    more: { mode: 'data', action_reason: 'read_because_check_nested' },
  }),
  type: 'svc_tenants',
};

/** A store whose secret is an output of the module that has the key. */
function inModule(value: string | undefined, other = ''): Row {
  const of = (expression: Values) => ({ value: { expression } });
  const outputs = of(value === undefined ? { constant_value: 'x' } : references(...value.split(' ')));
  const resources = [{ ...keyBlock, expressions: asked }];
  const module_calls = {
    m: { module: { resources, outputs, variables: { of: { default: 'x' } } } },
    n: { module: { outputs: of(references(other)) } },
  };
  const expressions = { secret_wo: references('module.m["x"].value', 'module.m["x"]') };
  const both = bothHave(configuration({ ...storeBlock, expressions }, {}, { module_calls }));
  return { ...both, store: {}, entry: { address: 'module.m["x"].svc_api_key.ci' } };
}

/** A key whose scopes come into its module by an expression of the call. */
const scopesByCall = (scopes: Values, forEach?: unknown): Row => ({
  ...{ entry: inIt.entry, asks: { scopes: references('var.scopes') } },
  module: { expressions: { scopes }, for_each_expression: forEach },
});
const byKey = scopesOf('var.scopes', 'each.key');
const byCount = scopesOf('var.scopes', 'count.index');
const byValue = { ...scopesOf('each.value.scopes', 'each.value'), forEach: references('var.scopes') };
const byCall = scopesByCall(references('var.scopes', 'each.key'));
const scopesAt = (key: string, by: Row, value: unknown): Row => ({ ...keyAt(key), ...by, ...given(value) });
const quoted = `"a\\"$\${b}"`;
const quotedOf = (others: readonly string[]) => ({ [`a"\${b}`]: alerts, b: others });

const listing = (...also: readonly Values[]): Row => ({ also });
const drifts = (object: Values): Row => ({ plan: drift(object) });
const literalKey = { api_key: { constant_value: 'another-made-up-key' } };

const unknownOf = (name: string, more: Values = {}) =>
  change(['update'], { after: endpoint({ ...more, [name]: undefined }), unknown: { [name]: true } });

it.each<[what: string, row: Row]>([
  ['a due rotation', {}],
  ['a rotation that ends an overlap', { before: lapping, unknown: { ...marks, unrevoked_ids: true } }],
  ['the end of an overlap', { ends: true }],
  ['an endpoint that the platform has stopped', drifts(endpointDrift({ status: 'degraded' }))],
  ['an object that moved', drifts(endpointDrift({}, { previous_address: 'svc_webhook_endpoint.a' }))],
  ['a check that waits for the key', { plan: { checks: [{ status: 'unknown' }] } }],
  ['an output that follows', { plan: output('update') }],
  ['a store', { store: { secret_wo: fromKey, url: references('local.url') } }],
  ['a store of an instance', store('secret_wo', 'svc_api_key.ci', 'each.key')],
  ['a store of the instance that is due', { ...keyAt('"a]"'), ...store('secret_wo', ...instance('a]')) }],
  ['a store with an argument that a variable leaves out', { ...given(null), ...store('data', 'var.scopes') }],
  ['a store without a write-only argument', { store: { secret_wo: { constant_value: null } } }],
  ['a store of what is known after apply', store('secret_wo_version', 'local.version')],
  ['a store of another provider', { store: { url: fromKey }, other: { ...unknownOf('secret'), type: 'a' } }],
  ['a store of the key itself', { store: { url: fromKey }, other: unknownOf('secret') }],
  ['a store in the module of its key', { ...inIt, store: { secret_wo: fromKey } }],
  ['a check that reads', { other: checkRead, also: [checkRead] }],
  ['a store outside the module of its key', inModule('svc_api_key.ci.key')],
  ['a revocation that the platform has refused', revokes],
  ['scopes of a variable', { ...scopesOf('var.scopes'), ...given(alerts) }],
  ['scopes of its own instance', scopesAt('"a"', byValue, { a: { scopes: alerts }, b: { scopes: [] } })],
  ['such scopes, by its key', scopesAt('"a"', byKey, { a: alerts, b: [] })],
  ['such scopes, by a key with quotes', scopesAt(quoted, byKey, quotedOf(devices))],
  ['scopes of its own count', scopesAt('1', byCount, [devices, alerts])],
  [
    'scopes of the instance of its module',
    scopesByCall(references('each.value'), { constant_value: { 'x.y': alerts, b: devices } }),
  ],
  ['scopes of its module, by its key', { ...byCall, ...given({ 'x.y': alerts, b: devices }) }],
  ['a key that asks for no limits', asksForAll({ constant_value: true })],
  ['fewer scopes than its block names', { asks: { scopes: { constant_value: [...alerts, ...devices] } } }],
])('only time has made a plan with %s', (_, row) => {
  expect(onlyDue(row)).toBe(true);
});

it.each<[what: string, row: Row]>([
  ['a replaced key', { actions: ['delete', 'create'] }],
  ['an object that follows no key', { actions: ['no-op'], store: {} }],
  ['a rotation whose overlap is unknown', { unknown: { ...marks, previous_id: true } }],
  ['a key that is gone', { before: { previous_id: 'key_0' }, after: { previous_id: 'key_0' } }],
  ['an overlap that ends early', { before: { ...lapping, previous_expires_at: '2026-05-01T00:00:01Z' } }],
  ['another scope', { after: { scopes: ['alerts:write'] } }],
  ['an unknown rotation', { unknown: { ...marks, rotation: { triggers: { of: true } } } }],
  ['an attribute of a newer provider', { after: { ips: [] }, before: { ips: ['10.0.0.1'] } }],
  ['an attribute that goes', { before: { ips: ['10.0.0.1'] }, after: { ips: undefined } }],
  ['the end of an overlap and another name', { ends: true, after: { name: 'x' } }],
  ['a platform that cannot revoke', { ends: true, ...lacking({ constant_value: ['apiKeys.delete'] }) }],
  ['a key of another type', otherType],
  ...[['create'], ['delete'], ['read'], ['forget'], ['delete', 'create'], ['unheard-of']].map(
    actions => [`another object to ${actions}`, { other: change(actions) }] as [string, Row],
  ),
  ['a change of an object without a block', { other: change(['update'], { address: 'a.b' }) }],
  ['a key that may be renamed', { other: { ...unknownOf('name'), type: 'svc_api_key' } }],
  ['events that follow the key', { store: { url: fromKey }, other: unknownOf('events') }],
  ['a known change of another object', { other: change(['update'], { after: endpoint({ events: [] }) }) }],
  [
    'another provider that gets a known value, too',
    { store: { url: fromKey }, other: { ...unknownOf('secret', { name: 'x' }), type: 'a' } },
  ],
  ['scopes that other hands gave the key', drifts(keyDrift({ scopes: ['tenants:write'] }))],
  ['a stopped endpoint with other events', drifts(endpointDrift({ status: 'degraded', events: [] }))],
  ['another status of another type', drifts(endpointDrift({ status: 'degraded' }, { type: 'a_b' }))],
  ['an endpoint that is gone', drifts(endpointChange({ actions: ['delete'], before: endpoint() }))],
  ['an action', { plan: { action_invocations: [{ address: 'a', type: 'x' }] } }],
  ['a scope beyond its block', mayWrite],
  ['no limits, which its block does not ask for', unlimited],
  ['a scope beyond a variable', { ...scopesOf('var.scopes'), ...given(devices) }],
  ['the scopes of another instance, by its key', scopesAt('"b"', byKey, { a: alerts, b: devices })],
  [
    'such scopes in a module with instances',
    { ...inModuleAt, ...byKey, ...given({ a: alerts, b: devices }) },
  ],
  ['no limits, by a flag that may be negated', { ...asksForAll(references('var.scopes')), ...given(true) }],
  ['a write-only argument of another instance', { ...keyAt('"a"'), ...store('secret_wo', ...instance('b')) }],
  ['all of another one, by quotes', { ...mayWrite, ...scopesAt(quoted, byKey, quotedOf(wide.scopes)) }],
  ['all of another one, by count', { ...mayWrite, ...scopesAt('1', byCount, [wide.scopes, alerts]) }],
  ['all of another module', { ...mayWrite, ...byCall, ...given({ 'x.y': alerts, b: wide.scopes }) }],
  ['scopes that a function may choose', { ...byKey, ...given({ x: alerts, y: devices }) }],
  ['a write-only argument of an id', store('secret_wo', 'svc_api_key.ci.id', 'svc_api_key.ci')],
  ['scopes of a local', scopesOf('local.scopes')],
  ['scopes of a template', { asks: { scopes: { constant_value: [`\${lower("alerts:read")}`] } } }],
  ['the scopes of another', scopesAt('"b"', byValue, { a: { scopes: alerts }, b: { scopes: devices } })],
  ['a store of a circle of outputs', inModule('module.n.value', 'module.m.value')],
  ['a store of an output that is a constant', inModule(undefined)],
  ['a store of an output of the key and a default', inModule('svc_api_key.ci.key var.of')],
  ['a store of an output of its own module, by a local', { ...inIt, ...store('secret_wo', 'local.value') }],
  ['an error', { plan: { errored: true } }],
  ['an unknown format', { plan: { format_version: '2.0' } }],
  ['a write-only argument of another secret', store('secret_wo', 'var.secret')],
  ['such an argument of a null variable', { ...store('secret_wo', 'var.scopes'), ...given(null) }],
  ['a write-only argument of a constant', { store: { secret_wo: { constant_value: 'x' } } }],
  ['a write-only argument of a function', { store: { secret_wo: {} } }],
  ['a write-only argument of a file', store('secret_wo', 'path.module')],
  ['a write-only argument of a key of for_each', store('secret_wo', 'each.key')],
  ['a write-only argument of a longer name', store('secret_wo', 'svc_api_key.ci2.key')],
  ['a write-only argument of two sources', store('secret_wo', ...fromKey.references, 'var.x')],
  ['a write-only argument within an object', store('data', 'var.secret')],
  ['a write-only argument in a nested block', { store: { data: { wo: ofOther } } }],
  [
    'a write-only argument in the second of such blocks',
    { store: { list: [{ wo: fromKey }, { wo: ofOther }] } },
  ],
  ['a rotation, stored', { stored: true }],
  ['the end of an overlap, stored', { stored: true, ends: true }],
  ['a revocation and another name, stored', { ...revokes, after: { unrevoked_ids: [], name: 'x' } }],
  ['a revocation of another type, stored', { ...revokes, ...otherType }],
  ['a stored import', listing(change(['no-op'], { moreOfChange: { importing: { id: 'wh_1' } } }))],
  ['a stored move', listing(change(['no-op'], { more: { previous_address: 'svc_webhook_endpoint.a' } }))],
  ['a stored action', { withoutRefresh: { action_invocations: [{ address: 'a', type: 'x' }] } }],
  ['no stored object, like a refresh-only one', { withoutRefresh: { resource_changes: [] } }],
  ['another stored configuration', { withoutRefresh: { configuration: {} } }],
  ['another stored variable', { withoutRefresh: { variables: { a: { value: 1 } } } }],
  ['a stored part left out', { withoutRefresh: { complete: false } }],
])('a plan with %s waits for a person; stored is what the one without a refresh does, too', (_, row) => {
  expect(onlyDue(row)).toBe(false);
});

const dataRead = { ...change(['read'], { address: 'data.a.b', more: { mode: 'data' } }), type: 'a' };
const replaced = change(['delete', 'create'], { address: 'a.b', more: { type: 'a' } });
const kept: Row = { actions: ['no-op'] };
/** What waits, by the table of the page. */
const waiting: Readonly<Record<string, Row>> = {
  'a store behind a local': store('secret_wo', 'local.secret'),
  'a data source that `depends_on` the key': { other: dataRead },
  '`triggers_replace` or `replace_triggered_by`': { other: replaced },
  'an output of `timestamp()`, or of a data source that lists keys': bothHave(output('update')),
  'a store in another stack than its key': { ...kept, other: unknownOf('secret') },
  'a store that a failed apply left behind its key': {
    ...kept,
    other: change(['update'], { after: endpoint({ secret_wo_version: 2 }) }),
  },
  'a `previous_id` that other hands revoked': drifts(keyDrift({ previous_id: null })),
  'an object that drifts at each refresh': drifts(endpointDrift({ url: 'x' }, { type: 'a_b' })),
  'scopes behind a function, a local or a default of `optional(…)`': {
    ...scopesOf('var.scopes'),
    ...given([...alerts, ...devices]),
  },
  'a store by `each.value`, or of one of several modules': store('secret_wo', 'svc_api_key.ci', 'each.value'),
};

it('the page names what waits, with its reason and what to write instead', () => {
  const lines = sectionOf('docs/report.md', 'Risks').split('| what waits |')[1]?.split('\n') ?? [];
  const rows = lines
    .filter(line => line.startsWith('| '))
    .map(line => line.split('|').map(cell => cell.trim()));
  expect(rows.map(([, what]) => what)).toEqual(Object.keys(waiting));
  for (const [, what = '', reason] of rows) expect(reasonsOf(waiting[what] ?? {}), what).toContain(reason);
});

const [pager, theKey] = ['svc_webhook_endpoint.pager', 'svc_api_key.ci'];
const standing = 'it changes without a refresh, too';
const unaccepted = 'a risk that nobody has accepted';
const keyOfSecret = { address: `svc_api_key.ci["${was.key}"]`, type: 'svc_other' };

it.each<[what: string, row: Row, address: string, reason: string]>([
  ['a drift', drifts(endpointDrift({ url: 'x' })), pager, 'it was changed outside'],
  ['a risk', { provider: literalKey }, 'provider.svc', `${unaccepted}: literal-secret`],
  ['a merge', listing(change(['update'])), pager, standing],
  ['an output', { withoutRefresh: output('update') }, 'output.o', standing],
  ['no overlap', { after: { previous_id: null } }, theKey, 'it gets another value without an overlap'],
  ['a local', lacking(references('local.a')), theKey, 'the platform cannot revoke keys, or no plan tells'],
  ['a part', { plan: { complete: false } }, 'the plan', 'it failed, leaves something out'],
  ['a secret', { entry: keyOfSecret }, 'svc_api_key.ci["(sensitive)"]', `${unaccepted}: secret-shown`],
])('what waits is named with its reason: %s', (_, row, address, reason) => {
  const found = waitsOf(row)
    .filter(one => one.address === address)
    .map(one => one.reason);
  expect(found.join()).toContain(reason);
});

it('the comment has them, once each and at most a hundred', () => {
  const drifts = Array.from({ length: 150 }, (_, at) =>
    endpointDrift({ url: 'x' }, { address: `svc_webhook_endpoint.a[${at}]` }),
  );
  const { plan, withoutRefresh } = plansOf({ plan: { resource_drift: [...drifts, ...drifts] } });
  const report = reportOn(plan, { withoutRefresh });
  expect([report.waits.length, report.waits.at(-1)?.reason]).toEqual([101, 'it has 50 more reasons']);
  const comment = renderMarkdown(report);
  expect(comment).toContain('### Waits for a person (101)');
  expect(comment).toContain('- `svc_webhook_endpoint.a[1]`: it was changed outside Terraform\n');
});

it('a risk that somebody accepts lets a rotation go on', () => {
  const entry = {
    rule: 'literal-secret',
    address: 'provider.svc',
    reason: 'a sandbox',
    expires: '2026-06-01',
  };
  const accepted = { entries: [entry], today: '2026-05-01' };
  const { plan, withoutRefresh } = plansOf({ provider: literalKey });
  expect(reportOn(plan, { withoutRefresh, accepted }).onlyDue).toBe(true);
});

it('a plan without changes is neither, and so is one that nobody asks about', () => {
  const withoutRefresh = parsePlan(planJson([], { timestamp }));
  expect(reportOn(planJson([], { timestamp }), { withoutRefresh }).onlyDue).toBe(null);
  expect(reportOn(plansOf({}).plan).onlyDue).toBe(null);
});
