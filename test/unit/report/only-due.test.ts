import { expect, it } from 'vitest';
import { configuration, endpoint, endpointChange, key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

const timestamp = '2026-05-01T00:00:00Z';
const rotation = { after_days: 30, overlap_days: 7 };
const was = { ...key(), key: 'a-made-up-key', created_at: '2026-04-01T00:00:00Z', rotation };
const lapping = { previous_id: 'key_0', previous_expires_at: timestamp };
const none = { previous_id: null, previous_expires_at: null };
const marks = { id: true, key: true, created_at: true, environment: true, previous_expires_at: true };

interface Row {
  /** What differs from a due rotation. */
  readonly before?: object;
  readonly after?: object;
  readonly unknown?: object;
  readonly entry?: object;
  /** The end of an overlap in its place. */
  readonly ends?: true;
  /** Another object of the plan, beside one that stays. */
  readonly other?: object;
  /** An endpoint that changes in place, and its arguments. */
  readonly store?: {
    readonly before: object;
    readonly after?: object;
    readonly unknown?: object;
    readonly from: object;
    readonly instance?: string;
  };
  readonly output?: {
    readonly isShown?: true;
    readonly before: unknown;
    readonly references: readonly string[];
    readonly actions?: readonly string[];
  };
  readonly plan?: object;
  /** Arguments of the provider block. */
  readonly provider?: Readonly<Record<string, unknown>>;
}

function planOf({
  before,
  after,
  unknown = marks,
  entry,
  ends,
  other,
  store,
  output,
  plan,
  provider,
}: Row): string {
  const sides = ends
    ? {
        before: { ...was, ...lapping, ...before },
        after: { ...was, ...lapping, ...before, ...none, ...after },
      }
    : { before: { ...was, ...before }, after: { ...was, ...before, previous_id: 'key_1', ...after } };
  const stays = endpointChange({
    actions: ['no-op'],
    before: endpoint(),
    after: endpoint(),
    address: 'svc_webhook_endpoint.b',
  });
  const fed = store && {
    before: endpoint({ ...store.before }),
    after: endpoint({ ...store.before, ...store.after }),
    unknown: store.unknown ?? {},
  };
  const expressions = Object.entries(store?.from ?? {}).map(([name, given]) => [
    name,
    Array.isArray(given) ? { references: given } : given,
  ]);
  const block = { address: 'svc_webhook_endpoint.pager', type: 'svc_webhook_endpoint' };
  const root = output && { outputs: { o: { expression: { references: output.references } } } };
  const { actions = ['update'], isShown } = output ?? {};
  const shown = { before_sensitive: true, after_sensitive: !isShown };
  const changes = [
    { ...keyChange({ actions: ['update'], ...sides, unknown: ends ? {} : unknown }), ...entry },
    stays,
    ...(fed
      ? [
          endpointChange({
            actions: ['update'],
            ...fed,
            address: `svc_webhook_endpoint.pager${store?.instance ?? ''}`,
          }),
        ]
      : []),
    ...(other ? [{ ...stays, ...other }] : []),
  ];
  return planJson(changes, {
    timestamp,
    ...(output && {
      output_changes: { o: { actions, before: output.before, after_unknown: true, ...shown } },
    }),
    ...configuration({ ...block, expressions: Object.fromEntries(expressions) }, provider, root),
    ...plan,
  });
}

const direct = ['svc_api_key.ci.key', 'svc_api_key.ci'];
const secret = { secret: 'a-made-up-key', secret_wo_version: null };
const fed = { before: secret, unknown: { secret: true }, from: { secret: direct } };
/** `parseint(substr(sha256(svc_api_key.ci.id), 0, 12), 16)` before the rotation. */
const version = { before: { secret_wo_version: 13232187420086 }, unknown: { secret_wo_version: true } };
const ofModule = {
  address: 'svc_webhook_endpoint.s',
  type: 'svc_webhook_endpoint',
  expressions: { secret: { references: direct } },
};
const fromId = { secret_wo_version: ['svc_api_key.ci.id', 'svc_api_key.ci'] };
const atInstance = { address: 'svc_api_key.ci["a.b"]' };
const refreshed = {
  resource_drift: [endpointChange({ actions: ['no-op'], before: endpoint(), after: endpoint() })],
};
const changed = (actions: readonly string[], more: object = {}) => ({
  change: { actions, before: endpoint(), after: endpoint(), ...more },
});

it.each<[what: string, row: Row]>([
  ['a due rotation', {}],
  [
    'a rotation that ends an earlier overlap, too',
    { before: lapping, unknown: { ...marks, unrevoked_ids: true } },
  ],
  ['the end of an overlap', { ends: true }],
  ['a refresh that has changed nothing', { plan: refreshed }],
  ['a check that waits for the key', { plan: { checks: [{ status: 'pass' }, { status: 'unknown' }] } }],
  ['an output that is the key', { output: { before: 'a-made-up-key', references: direct } }],
  ['a store of the key', { store: fed }],
  [
    'a store of the key of an instance',
    {
      entry: atInstance,
      store: { ...fed, from: { secret: ['svc_api_key.ci', 'each.key'] }, instance: '["a.b"]' },
    },
  ],
  ['a store that counts its versions', { store: { ...fed, unknown: { secret: true, count: true } } }],
  ['a write-only store', { store: { ...version, from: { ...fromId, secret_wo: direct } } }],
  [
    'a store in the module of its key',
    {
      entry: { address: 'module.m["x.y"].svc_api_key.ci' },
      other: endpointChange({
        actions: ['update'],
        before: endpoint({ ...secret }),
        after: endpoint({ ...secret }),
        unknown: { secret: true },
        address: 'module.m["x.y"].svc_webhook_endpoint.s',
      }),
      plan: {
        configuration: { root_module: { module_calls: { m: { module: { resources: [ofModule] } } } } },
      },
    },
  ],
  [
    'a store of a map',
    {
      store: {
        ...fed,
        before: { ...secret, data: { key: 'a-made-up-key', of: 'us' } },
        after: { data: { of: 'us' } },
        unknown: { data: { key: true } },
        from: { data: direct },
      },
    },
  ],
])('only time has made a plan with %s', (_, row) => {
  expect(reportOn(planOf(row)).onlyDue).toBe(true);
});

it.each<[what: string, row: Row]>([
  ['a key that is a second younger', { before: { created_at: '2026-04-01T00:00:01Z' } }],
  ['a key of an unknown age', { before: { created_at: null } }],
  ['an unknown time', { plan: { timestamp: null } }],
  ['a rotation by triggers alone', { before: { rotation: { overlap_days: 7 } } }],
  ['a rotation without overlap', { before: { rotation: { after_days: 30, overlap_days: 0 } } }],
  ['another age', { after: { rotation: { ...rotation, after_days: 20 } } }],
  ['another trigger', { after: { rotation: { ...rotation, triggers: { a: '1' } } } }],
  ['an unknown rotation', { unknown: { ...marks, rotation: { after_days: true } } }],
  ['another scope', { after: { scopes: ['alerts:write'] } }],
  ['another name', { after: { name: 'x' } }],
  ['an attribute of a newer provider', { after: { ips: [] }, before: { ips: ['10.0.0.1'] } }],
  ['an attribute that goes', { before: { ips: ['10.0.0.1'] }, after: { ips: undefined } }],
  ['a key that is gone', { after: { previous_id: null } }],
  ['an overlap that ends early', { before: { ...lapping, previous_expires_at: '2026-05-01T00:00:01Z' } }],
  [
    'a platform that cannot revoke',
    { ends: true, provider: { unavailable_operations: { constant_value: ['apiKeys.delete'] } } },
  ],
  ['a refused revocation', { before: { unrevoked_ids: ['key_a'] } }],
  ['the end of an overlap and another name', { ends: true, after: { name: 'x' } }],
  ['an overlap that a person ends', { ends: true, before: { previous_expires_at: '2026-05-01T00:00:01Z' } }],
  ['a key that moves', { entry: { previous_address: 'svc_api_key.old' } }],
  ['a deposed object', { entry: { deposed: 'abcd1234' } }],
  ['a key of another type', { entry: { type: 'svc_other', address: 'svc_other.ci' } }],
  ...(['create', 'delete', 'read', 'forget', 'update'] as const).map(
    action => [`another object to ${action}`, { other: changed([action]) }] as [string, Row],
  ),
  ['a replacement', { other: changed(['delete', 'create']) }],
  ['an import', { other: changed(['no-op'], { importing: { id: 'wh_1' } }) }],
  [
    'a drift',
    {
      plan: {
        resource_drift: [endpointChange({ actions: ['update'], before: endpoint(), after: endpoint() })],
      },
    },
  ],
  ['an action', { plan: { action_invocations: [{ address: 'a', type: 'x' }] } }],
  ['a deferred change', { plan: { deferred_changes: [{}] } }],
  ['a failed check', { plan: { checks: [{ status: 'fail' }] } }],
  ['an error', { plan: { errored: true } }],
  ['a part left out', { plan: { complete: false } }],
  ['an unknown format', { plan: { format_version: '2.0' } }],
  ['an output that is made', { output: { before: null, references: direct, actions: ['create'] } }],
  ['an output of a local', { output: { before: 'a-made-up-key', references: ['local.key'] } }],
  [
    'an output of the key and a variable',
    { output: { before: 'a-made-up-key', references: [...direct, 'var.x'] } },
  ],
  ['a store of a template', { store: { ...fed, before: { secret: 'x a-made-up-key' } } }],
  ['a store of another key before', { store: { ...fed, before: { secret: 'another-key' } } }],
  ['a store of another source', { store: { ...fed, from: { secret: ['svc_api_key.other.key'] } } }],
  ['a store of a key with a longer name', { store: { ...fed, from: { secret: ['svc_api_key.ci2.key'] } } }],
  ['a store of a local', { store: { ...fed, from: { secret: ['local.key'] } } }],
  ['a store that also changes', { store: { ...fed, after: { events: [] } } }],
  [
    'a write-only store of another secret',
    { store: { ...version, from: { ...fromId, secret_wo: ['var.secret'] } } },
  ],
  [
    'a write-only store of a constant',
    { store: { ...version, from: { ...fromId, secret_wo: { constant_value: 'x' } } } },
  ],
  [
    'a write-only store of another rotated key',
    {
      store: { ...version, from: { ...fromId, secret_wo: ['svc_api_key.b.key', 'svc_api_key.b'] } },
      other: keyChange({
        actions: ['update'],
        before: was,
        after: { ...was, previous_id: 'key_1' },
        unknown: marks,
        address: 'svc_api_key.b',
      }),
    },
  ],
  [
    'a number that is no version',
    { store: { ...version, before: { secret_wo_version: 7 }, from: { ...fromId, secret_wo: direct } } },
  ],
  [
    'a store of another attribute',
    { store: { ...fed, from: { secret: ['svc_api_key.ci.id', 'svc_api_key.ci'] } } },
  ],
  [
    'a store of two keys',
    { store: { ...fed, from: { secret: [...direct, 'svc_api_key.b.key', 'svc_api_key.b'] } } },
  ],
  [
    'a store of the key of another instance',
    {
      entry: atInstance,
      store: { ...fed, from: { secret: ['svc_api_key.ci', 'each.key'] }, instance: '["b"]' },
    },
  ],
  ['a store that is registered anew', { store: { ...fed, unknown: { secret: true, id: true } } }],
  [
    'a `dynamic` block',
    { store: { ...fed, before: { ...secret, rule: [] }, unknown: { secret: true, rule: true } } },
  ],
  ['an update of nothing', { store: { before: {}, from: {} } }],
  [
    'an output that loses its mark',
    { output: { before: 'a-made-up-key', references: direct, isShown: true } },
  ],
  [
    'a rotation that follows this one',
    {
      other: {
        ...keyChange({
          actions: ['update'],
          before: { ...was, rotation: { triggers: { of: 'key_1' } } },
          after: { ...was, rotation: { triggers: {} } },
          unknown: { ...marks, rotation: { triggers: { of: true } } },
          address: 'svc_api_key.b',
        }),
      },
      plan: configuration({
        address: 'svc_api_key.b',
        type: 'svc_api_key',
        expressions: { rotation: { references: ['svc_api_key.ci.id', 'svc_api_key.ci'] } },
      }),
    },
  ],
  ['a store without a block', { store: { ...fed, from: {} }, plan: { configuration: {} } }],
])('a plan with %s waits for a person', (_, row) => {
  expect(reportOn(planOf(row)).onlyDue).toBe(false);
});

it('a plan without changes is neither', () => {
  expect(reportOn(planJson([], { timestamp })).onlyDue).toBe(null);
});
