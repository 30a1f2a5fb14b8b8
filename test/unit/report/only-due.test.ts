import { expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { parsePlan } from '../../../src/report/plan/plan';
import { sectionOf } from '../../cdktf/listings';
import { configuration, endpoint, endpointChange, key, keyChange, planJson } from './plan-json';
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
  /** Arguments of an endpoint whose version follows from the key: references, or an expression. */
  readonly store?: Readonly<Record<string, readonly string[] | Values>>;
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

/** Returns a plan, and the one without a refresh, which changes nothing. */
function plansOf({
  actions = ['update'],
  before,
  after,
  unknown = marks,
  entry,
  ends,
  other,
  store,
  ...row
}: Row) {
  const overlap = ends ? lapping : {};
  const next = ends ? none : { previous_id: 'key_1' };
  const old = { ...was, ...overlap, ...before };
  const rotated = {
    ...keyChange({
      actions,
      before: old,
      after: { ...old, ...next, ...after },
      unknown: ends ? {} : unknown,
    }),
    ...entry,
  };
  const prefix = row.module ? 'module.m["x.y"].' : '';
  const [stays, follows] = [
    endpoint(),
    endpoint({ secret_wo: null, data: { wo: null }, list: [{ wo: null }, { wo: null }] }),
  ];
  const changes: readonly Values[] = [
    rotated,
    endpointChange({ actions: ['no-op'], before: stays, after: stays, address: 'svc_webhook_endpoint.b' }),
    ...(store
      ? [
          endpointChange({
            actions: ['update'],
            before: follows,
            after: { ...follows, secret_wo_version: undefined },
            unknown: { secret_wo_version: true },
            address: `${prefix}svc_webhook_endpoint.pager`,
          }),
        ]
      : []),
    ...(other ? [other] : []),
  ];
  const expressions = Object.entries(store ?? {}).map(([name, given]) => [
    name,
    Array.isArray(given) ? { references: given } : given,
  ]);
  const block = {
    address: 'svc_webhook_endpoint.pager',
    type: 'svc_webhook_endpoint',
    provider_config_key: 'svc',
    expressions: Object.fromEntries(expressions),
  };
  const keyBlock = {
    address: 'svc_api_key.ci',
    type: 'svc_api_key',
    provider_config_key: 'svc',
    expressions: { scopes: { constant_value: ['alerts:read'] }, ...row.asks },
    for_each_expression: row.forEach,
  };
  const called = {
    expressions: { scopes: { references: ['var.scopes'] } },
    module: { resources: [block, keyBlock] },
    ...(row.module === true ? {} : row.module),
  };
  const calls = { module_calls: { m: called } };
  const common = {
    timestamp,
    prior_state: {
      values: { root_module: { resources: [{ address: 'a.b', type: 'a', values: { is: 1 } }] } },
    },
    ...(row.module
      ? configuration({ address: 'a.b', type: 'a' }, {}, calls)
      : configuration({}, row.provider, { resources: [block, keyBlock] })),
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

const fromKey = ['svc_api_key.ci.key', 'svc_api_key.ci'];
const output = (action: string) => ({ output_changes: { o: { actions: [action], after_unknown: true } } });
const change = (actions: readonly string[], fields: Values = {}) =>
  endpointChange({
    actions,
    before: endpoint(),
    after: endpoint(),
    address: 'svc_webhook_endpoint.pager',
    ...fields,
  });
const drift = (object: Values) => ({ resource_drift: [object] });
const endpointDrift = (now: Values, more: Values = {}) =>
  endpointChange({ actions: ['update'], before: endpoint(), after: endpoint(now), more });
const keyDrift = (now: Values, more: Values = {}) =>
  keyChange({ actions: ['update'], before: was, after: { ...was, ...now }, more });

const [alerts, devices] = [['alerts:read'], ['devices:read']];
const wide = { scopes: ['alerts:read', 'tenants:write'] };
const withoutLimits = { scopes: null, unrestricted: true };
const unlimited: Row = { before: withoutLimits, after: withoutLimits };
const bothHave = (plan: Values): Row => ({ plan, withoutRefresh: plan });
/** The value of a variable, in both plans. */
const given = (value: unknown) => bothHave({ variables: { scopes: { value } } });
const revokes: Row = {
  ends: true,
  before: { ...none, unrevoked_ids: ['key_a'] },
  after: { unrevoked_ids: [] },
};

/** What the arguments of a store, and of a key, refer to. */
const store = (argument: string, ...references: readonly string[]): Row => ({
  store: { [argument]: references },
});
const scopesOf = (...references: readonly string[]): Row => ({ asks: { scopes: { references } } });
const lacking = (unavailable_operations: Values): Row => ({ provider: { unavailable_operations } });
/** The due key, and what names it, with this key of `for_each`. */
const keyAt = (key: string, module = '') => ({ entry: { address: `${module}svc_api_key.ci[${key}]` } });
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
  const outputs = of(value === undefined ? { constant_value: 'x' } : { references: value.split(' ') });
  const keyBlock = { address: 'svc_api_key.ci', type: 'svc_api_key', provider_config_key: 'svc' };
  const asks = { expressions: { scopes: { constant_value: alerts } } };
  const calls = {
    m: { module: { resources: [{ ...keyBlock, ...asks }], outputs, variables: { of: { default: 'x' } } } },
    n: { module: { outputs: of({ references: [other] }) } },
  };
  const store = { type: 'svc_webhook_endpoint', address: 'svc_webhook_endpoint.pager' };
  const secret = { expressions: { secret_wo: { references: ['module.m["x"].value', 'module.m["x"]'] } } };
  const both = bothHave(configuration({ ...store, ...secret }, {}, { module_calls: calls }));
  return { ...both, store: {}, entry: { address: 'module.m["x"].svc_api_key.ci' } };
}

/** A key whose scopes come into its module by an expression of the call. */
const scopesByCall = (scopes: Values, forEach?: unknown): Row => ({
  ...{ entry: inIt.entry, asks: { scopes: { references: ['var.scopes'] } } },
  module: { expressions: { scopes }, for_each_expression: forEach },
});
const byKey = scopesOf('var.scopes', 'each.key');
const byCount = scopesOf('var.scopes', 'count.index');
const byValue: Row = {
  ...scopesOf('each.value.scopes', 'each.value'),
  forEach: { references: ['var.scopes'] },
};
const byCall = scopesByCall({ references: ['var.scopes', 'each.key'] });
const quoted = keyAt(`"a\\"$\${b}"`);
const quotedOf = (others: readonly string[]) => given({ [`a"\${b}`]: alerts, b: others });

const listing = (...also: readonly Values[]): Row => ({ also });
const drifts = (object: Values): Row => ({ plan: drift(object) });
const literalKey = { api_key: { constant_value: 'another-made-up-key' } };

const unknownOf = (name: string) =>
  change(['update'], { after: endpoint({ [name]: undefined }), unknown: { [name]: true } });

it.each<[what: string, row: Row]>([
  ['a due rotation', {}],
  ['a rotation that ends an overlap', { before: lapping, unknown: { ...marks, unrevoked_ids: true } }],
  ['the end of an overlap', { ends: true }],
  ['an endpoint that the platform has stopped', drifts(endpointDrift({ status: 'degraded' }))],
  ['an object that moved', drifts(endpointDrift({}, { previous_address: 'svc_webhook_endpoint.a' }))],
  ['a check that waits for the key', { plan: { checks: [{ status: 'unknown' }] } }],
  ['an output that follows', { plan: output('update') }],
  ['an output that is made', { plan: output('create') }],
  ['a store', { store: { secret_wo: fromKey, url: ['local.url'] } }],
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
  ['a revocation that the platform has refused', { ...revokes, stored: true }],
  ['scopes of a variable', { ...scopesOf('var.scopes'), ...given(alerts) }],
  [
    'scopes of its own instance',
    { ...keyAt('"a"'), ...byValue, ...given({ a: { scopes: alerts }, b: { scopes: [] } }) },
  ],
  ['such scopes, by its key', { ...keyAt('"a"'), ...byKey, ...given({ a: alerts, b: [] }) }],
  ['such scopes, by a key with quotes', { ...quoted, ...byKey, ...quotedOf(devices) }],
  ['scopes of its own count', { ...keyAt('1'), ...byCount, ...given([devices, alerts]) }],
  [
    'scopes of the instance of its module',
    scopesByCall({ references: ['each.value'] }, { constant_value: { 'x.y': alerts, b: devices } }),
  ],
  ['scopes of its module, by its key', { ...byCall, ...given({ 'x.y': alerts, b: devices }) }],
  [
    'a key that asks for no limits',
    { ...unlimited, asks: { scopes: undefined, unrestricted: { constant_value: true } } },
  ],
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
  ['another age', { after: { rotation: { ...rotation, after_days: 20 } } }],
  ['an unknown rotation', { unknown: { ...marks, rotation: { triggers: { of: true } } } }],
  ['an attribute of a newer provider', { after: { ips: [] }, before: { ips: ['10.0.0.1'] } }],
  ['an attribute that goes', { before: { ips: ['10.0.0.1'] }, after: { ips: undefined } }],
  ['the end of an overlap and another name', { ends: true, after: { name: 'x' } }],
  ['a platform that cannot revoke', { ends: true, ...lacking({ constant_value: ['apiKeys.delete'] }) }],
  ['a platform of which a function says what it lacks', { ends: true, ...lacking({}) }],
  ['a key of another type', { entry: { type: 'svc_other', address: 'svc_other.ci' } }],
  ...[['create'], ['delete'], ['read'], ['forget'], ['delete', 'create'], ['unheard-of']].map(
    actions => [`another object to ${actions}`, { other: change(actions) }] as [string, Row],
  ),
  ['a change of an object without a block', { other: change(['update'], { address: 'a.b' }) }],
  ['a key that may be renamed', { other: { ...unknownOf('name'), type: 'svc_api_key' } }],
  ['events that follow the key', { store: { url: fromKey }, other: unknownOf('events') }],
  ['a known change of another object', { other: change(['update'], { after: endpoint({ events: [] }) }) }],
  [
    'another provider that gets a known value, too',
    {
      store: { url: fromKey },
      other: change(['update'], {
        after: endpoint({ name: 'x', secret: undefined }),
        unknown: { secret: true },
        more: { type: 'a' },
      }),
    },
  ],
  ['scopes that other hands gave the key', drifts(keyDrift({ scopes: ['tenants:write'] }))],
  ['a key without scopes, by other hands', drifts(keyDrift({ scopes: [], unrestricted: true }))],
  ['a drift of another key', drifts(keyDrift({ name: 'x' }, { address: 'svc_api_key.other' }))],
  ['a stopped endpoint with other events', drifts(endpointDrift({ status: 'degraded', events: [] }))],
  ['another status of another type', drifts(endpointDrift({ status: 'degraded' }, { type: 'a_b' }))],
  ['an endpoint that is gone', drifts(endpointChange({ actions: ['delete'], before: endpoint() }))],
  ['an action', { plan: { action_invocations: [{ address: 'a', type: 'x' }] } }],
  ['a scope beyond its block', { before: wide, after: wide }],
  ['no limits, which its block does not ask for', unlimited],
  ['a scope beyond a variable', { ...scopesOf('var.scopes'), ...given(devices) }],
  [
    'the scopes of another instance, by its key',
    { ...keyAt('"b"'), ...byKey, ...given({ a: alerts, b: devices }) },
  ],
  [
    'the scopes of another instance, in a module with instances',
    { ...keyAt('"b"', 'module.m["a"].'), module: true, ...byKey, ...given({ a: alerts, b: devices }) },
  ],
  [
    'no limits, by a flag that may be negated',
    {
      ...unlimited,
      ...given(true),
      asks: { scopes: undefined, unrestricted: { references: ['var.scopes'] } },
    },
  ],
  ['a write-only argument of another instance', { ...keyAt('"a"'), ...store('secret_wo', ...instance('b')) }],
  ...[
    { ...quoted, ...byKey, ...quotedOf(wide.scopes) },
    { ...keyAt('1'), ...byCount, ...given([wide.scopes, alerts]) },
    { ...byCall, ...given({ 'x.y': alerts, b: wide.scopes }) },
  ].map(
    (row, at) =>
      [`all scopes of another instance, ${at}`, { before: wide, after: wide, ...row }] as [string, Row],
  ),
  ['scopes that a function may choose', { ...byKey, ...given({ x: alerts, y: devices }) }],
  ['a write-only argument of an id', store('secret_wo', 'svc_api_key.ci.id', 'svc_api_key.ci')],
  ['scopes of a local', scopesOf('local.scopes')],
  ['scopes of a template', { asks: { scopes: { constant_value: [`\${lower("alerts:read")}`] } } }],
  [
    'the scopes of another instance',
    { ...keyAt('"b"'), ...byValue, ...given({ a: { scopes: alerts }, b: { scopes: devices } }) },
  ],
  ['a store of a circle of outputs', inModule('module.n.value', 'module.m.value')],
  ['a store of an output that is a constant', inModule(undefined)],
  ['a store of an output of the key and a default', inModule('svc_api_key.ci.key var.of')],
  [
    'a store of an output of the module itself, by a local of that name',
    { ...inIt, ...store('secret_wo', 'local.value') },
  ],
  ['an error', { plan: { errored: true } }],
  ['an unknown format', { plan: { format_version: '2.0' } }],
  ['a write-only argument of another secret', store('secret_wo', 'var.secret')],
  ['such an argument of a null variable', { ...store('secret_wo', 'var.scopes'), ...given(null) }],
  ['a write-only argument of a constant', { store: { secret_wo: { constant_value: 'x' } } }],
  ['a write-only argument of a function', { store: { secret_wo: {} } }],
  ['a write-only argument of a file', store('secret_wo', 'path.module')],
  ['a write-only argument of a key of for_each', store('secret_wo', 'each.key')],
  ['a write-only argument of a longer name', store('secret_wo', 'svc_api_key.ci2.key')],
  ['a write-only argument of two sources', store('secret_wo', ...fromKey, 'var.x')],
  ['a write-only argument within an object', store('data', 'var.secret')],
  ['a write-only argument in a nested block', { store: { data: { wo: { references: ['var.secret'] } } } }],
  [
    'a write-only argument in the second of such blocks',
    { store: { list: { 0: { wo: { references: fromKey } }, 1: { wo: { references: ['var.secret'] } } } } },
  ],
  ['a rotation, stored', { stored: true }],
  ['the end of an overlap, stored', { stored: true, ends: true }],
  [
    'a revocation and another name, stored',
    { stored: true, ...revokes, after: { unrevoked_ids: [], name: 'x' } },
  ],
  [
    'a revocation of another type, stored',
    { stored: true, ...revokes, entry: { type: 'svc_other', address: 'svc_other.ci' } },
  ],
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
  'a store behind a local': { store: { secret_wo: ['local.secret'] } },
  'a data source that `depends_on` the key': { other: dataRead },
  '`triggers_replace` or `replace_triggered_by`': { other: replaced },
  'an output of `timestamp()`, or of a data source that lists keys': bothHave(output('update')),
  'a store in another stack than its key': { ...kept, other: unknownOf('secret') },
  'a store that a failed apply left behind its key': {
    ...kept,
    other: change(['update'], { after: endpoint({ secret_wo_version: 2 }) }),
  },
  'a `previous_id` that other hands revoked': { plan: drift(keyDrift({ previous_id: null })) },
  'an object that drifts at each refresh': {
    plan: drift(endpointDrift({ url: 'x' }, { type: 'a_b', address: 'a_b.c' })),
  },
  'scopes behind a function, a local or a default of `optional(…)`': {
    asks: { scopes: { references: ['var.scopes'] } },
    ...given(['alerts:read', 'devices:read']),
  },
  'a store by `each.value`, or of one of several modules': {
    store: { secret_wo: ['svc_api_key.ci', 'each.value'] },
  },
};

it('the page names what waits, with its reason and what to write instead', () => {
  const lines = sectionOf('docs/report.md', 'Risks').split('| what waits |')[1]?.split('\n') ?? [];
  const rows = lines
    .filter(line => line.startsWith('| '))
    .map(line => line.split('|').map(cell => cell.trim()));
  expect(rows.map(([, what]) => what)).toEqual(Object.keys(waiting));
  for (const [, what = '', reason] of rows) expect(reasonsOf(waiting[what] ?? {}), what).toContain(reason);
});

it.each<[what: string, row: Row, address: string, reason: string]>([
  [
    'a drift',
    { plan: drift(endpointDrift({ url: 'x' })) },
    'svc_webhook_endpoint.pager',
    'it was changed outside',
  ],
  ['a risk', { provider: literalKey }, 'provider.svc', 'a risk that nobody has accepted: literal-secret'],
  ['a merge', listing(change(['update'])), 'svc_webhook_endpoint.pager', 'it changes without a refresh, too'],
  ['an output', { withoutRefresh: output('update') }, 'output.o', 'it changes without a refresh, too'],
  [
    'no overlap',
    { after: { previous_id: null } },
    'svc_api_key.ci',
    'it gets another value without an overlap',
  ],
  [
    'a local',
    { provider: { unavailable_operations: { references: ['local.a'] } } },
    'svc_api_key.ci',
    'the platform cannot revoke keys, or no plan tells',
  ],
  ['a part', { plan: { complete: false } }, 'the plan', 'it failed, leaves something out'],
  [
    'a secret in its address',
    { entry: { address: `svc_api_key.ci["${was.key}"]`, type: 'svc_other' } },
    'svc_api_key.ci["(sensitive)"]',
    'a risk that nobody has accepted: secret-shown',
  ],
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
