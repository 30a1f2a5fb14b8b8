import { describe, expect, it } from 'vitest';
import { makeReport } from '../../../src/report/make-report';
import type { Report } from '../../../src/report/model';
import { parsePlan } from '../../../src/report/plan/plan';
import type { ReportOptions } from '../../../src/report/report-options';
import { makeSecret } from '../../harness/secrets';
import { configuration, endpoint, endpointChange, key, keyChange, planJson } from './plan-json';

const options: ReportOptions = { key: 'default', mode: 'changes', ownKeys: [], takeovers: [] };

const reportOn = (json: string, more: Partial<ReportOptions> = {}): Report =>
  makeReport(parsePlan(json), { ...options, ...more });

const risksOf = ({ risks }: Report) => risks.map(({ name, sentence }) => `${name}: ${sentence.text}`);
const wordsOf = ({ changes }: Report) =>
  changes.flatMap(({ sentences }) => sentences.map(({ text }) => text));

const updated = (before: object, after: object, unknown: object = {}) =>
  keyChange({ actions: ['update'], before: key({ ...before }), after: key({ ...after }), unknown });
const delivered = (before: object, after: object, unknown: object = {}) =>
  endpointChange({
    actions: ['update'],
    before: endpoint({ ...before }),
    after: endpoint({ ...after }),
    unknown,
  });

const tables: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
  [
    'a key that gains and loses scopes is widened',
    updated({}, { scopes: ['incident:respond'] }),
    ['widened-scope: key ci gains incident:respond'],
  ],
  ['a key that loses scopes is no risk', updated({ scopes: ['a:b', 'c:d'] }, { scopes: ['a:b'] }), []],
  [
    'scopes that are known after apply may widen',
    updated({}, { scopes: undefined }, { scopes: true }),
    ['widened-scope: key ci may gain scopes'],
  ],
  [
    'a partly unknown list names what is known',
    updated({}, { scopes: ['tenants:write', null] }, { scopes: [false, true] }),
    ['widened-scope: key ci gains tenants:write, and may gain more scopes'],
  ],
  [
    'a limited key becomes unrestricted',
    updated({}, { scopes: null, unrestricted: true }),
    ['unrestricted-key: key ci becomes unrestricted'],
  ],
  [
    'a limited key may become unrestricted',
    updated({}, { unrestricted: undefined }, { unrestricted: true }),
    ['unrestricted-key: key ci may become unrestricted'],
  ],
  [
    'a limited key whose scopes are unknown too may become unrestricted',
    updated({}, { scopes: undefined, unrestricted: undefined }, { scopes: true, unrestricted: true }),
    ['unrestricted-key: key ci may become unrestricted', 'widened-scope: key ci may gain scopes'],
  ],
  [
    'an unrestricted key that stays so is no risk',
    updated({ scopes: null, unrestricted: true }, { name: 'x', scopes: null, unrestricted: true }),
    [],
  ],
  [
    'a new key may be without limits',
    keyChange({ actions: ['create'], after: key({ id: undefined, scopes: null, unrestricted: true }) }),
    ['unrestricted-key: key ci is issued without limits'],
  ],
  [
    'a new unrestricted live key beside a live one is both',
    keyChange({
      actions: ['delete', 'create'],
      before: key({ environment: 'live' }),
      after: key({ id: undefined }),
    }),
    [
      'live-key: key ci is issued for the live platform',
      'key-revoked: key ci is revoked at once',
      'key-rotated: key ci is replaced by another key, under another id',
    ],
  ],
  ...[{ scopes: null }, { scopes: [] }].map(
    limits =>
      [
        `a new key without ${JSON.stringify(limits)} is unlimited, although the provider refuses it`,
        keyChange({ actions: ['create'], after: key({ id: undefined, unrestricted: null, ...limits }) }),
        ['unrestricted-key: key ci is issued without limits'],
      ] as const,
  ),
  [
    'a key that loses all its scopes is unlimited, although the provider refuses it',
    updated({}, { scopes: [] }),
    ['unrestricted-key: key ci becomes unrestricted'],
  ],
  [
    'a replaced key that is forgotten is not revoked',
    keyChange({
      actions: ['forget', 'create'],
      before: key(),
      after: key({ id: undefined }),
      unknown: { id: true },
    }),
    ['key-rotated: key ci is replaced by another key, under another id'],
  ],
  [
    'a removed key is revoked',
    keyChange({ actions: ['delete'], before: key() }),
    ['key-revoked: key ci is revoked at once'],
  ],
  ['a forgotten key is not revoked', keyChange({ actions: ['forget'], before: key() }), []],
  [
    'a rotation without overlap revokes the present value',
    updated({}, { id: undefined, previous_id: undefined }, { id: true, previous_id: true, key: true }),
    [
      'key-revoked: key ci is revoked when its successor is issued',
      'key-rotated: key ci is rotated, and its present value stops at once',
    ],
  ],
  [
    'a rotation with overlap ends the overlap of the key before',
    updated({ previous_id: 'key_0' }, { id: undefined, previous_id: 'key_1' }, { id: true, key: true }),
    [
      'key-revoked: the previous value (key_0) of key ci is revoked before its overlap has ended',
      'key-rotated: key ci is rotated, and its present value goes on working until the overlap ends',
    ],
  ],
  [
    'a key that is gone from the platform is issued again',
    updated({ previous_id: 'key_0' }, { id: undefined, previous_id: 'key_0' }, { id: true, key: true }),
    ['key-rotated: key ci is issued again, because it was revoked on the platform'],
  ],
  [
    'a rotation that is known after apply may come',
    updated({}, { id: undefined, rotation: undefined }, { id: true, rotation: true, previous_id: true }),
    ['key-rotated: key ci may be rotated: that is known after apply'],
  ],
  [
    'an overlap that has ended revokes the previous key',
    updated({ previous_id: 'key_0' }, {}),
    ['key-revoked: the previous value (key_0) of key ci is revoked because its overlap has ended'],
  ],
  [
    'an endpoint on another host is redirected',
    delivered({}, { url: 'https://other.example/x' }),
    ['host-changed: endpoint pager.example delivers to other.example instead'],
  ],
  ['an endpoint on another path is not redirected', delivered({}, { url: 'https://pager.example/new' }), []],
  [
    'an address that is known after apply may be another host',
    delivered({}, { url: undefined }, { url: true }),
    ['host-changed: endpoint pager.example may deliver to another host'],
  ],
  [
    'an endpoint loses events',
    delivered({}, { events: ['alert.created'] }),
    ['events-removed: endpoint pager.example no longer gets incident.created'],
  ],
  [
    'events that are known after apply are not lost',
    delivered({}, { events: undefined }, { events: true }),
    [],
  ],
  [
    'a raised version sends another secret',
    delivered({}, { secret_wo_version: 2 }),
    ['secret-changed: secret of pager.example changes: receivers must have the new one first'],
  ],
  [
    'the secret of an imported endpoint is set',
    delivered({ secret_wo_version: null }, {}),
    ['secret-changed: secret of pager.example is set: receivers must have it first'],
  ],
  [
    'a degraded endpoint is registered anew',
    endpointChange({
      actions: ['delete', 'create'],
      before: endpoint({ status: 'degraded', on_degraded: 'replace' }),
      after: endpoint({ id: undefined, on_degraded: 'replace' }),
      unknown: { id: true, status: true },
    }),
    ['endpoint-replaced: endpoint pager.example is registered anew because it is degraded'],
  ],
  [
    'a removed endpoint is named by its host',
    endpointChange({ actions: ['delete'], before: endpoint() }),
    ['endpoint-removed: endpoint pager.example is removed'],
  ],
  [
    'an import is no risk',
    keyChange({
      actions: ['no-op'],
      before: key(),
      after: key(),
      moreOfChange: { importing: { id: 'key_1' } },
    }),
    [],
  ],
  [
    'a type of this provider from another source is judged alike',
    { ...updated({}, { scopes: ['a:b', 'alerts:read'] }), provider_name: 'mirror.example/acme/svc' },
    ['widened-scope: key ci gains a:b'],
  ],
];

describe('the risks of a plan', () => {
  it.each(tables)('%s', (_, change, expected) => {
    expect(risksOf(reportOn(planJson([change])))).toEqual(expected);
  });

  it('a plan without changes has none', () => {
    const report = reportOn(planJson([keyChange({ actions: ['no-op'], before: key(), after: key() })]));
    expect([report.risks, report.changes, report.counts.none]).toEqual([[], [], 1]);
    expect(report.keys.rows).toHaveLength(1);
  });

  it('a takeover is named by its id', () => {
    const report = reportOn(planJson([]), { takeovers: [{ resource: 'svc_api_key', id: 'key_9' }] });
    expect(risksOf(report)).toEqual(['takeover: key key_9 of an interrupted run is taken over']);
  });

  it('drift in a plan is a risk of its own', () => {
    const drifted = updated({}, { scopes: null, unrestricted: true });
    const report = reportOn(planJson([], { resource_drift: [drifted] }), { mode: 'drift' });
    expect(risksOf(report)).toEqual(['drift: key ci was made unrestricted on the platform']);
    expect(report.counts.update).toBe(1);
  });

  it('an operation that the platform lacks revokes nothing', () => {
    const lacking = { unavailable_operations: { constant_value: ['apiKeys.delete'] } };
    const block = { address: 'svc_api_key.ci', type: 'svc_api_key' };
    const json = planJson([keyChange({ actions: ['delete'], before: key() })], configuration(block, lacking));
    expect(risksOf(reportOn(json))).toEqual([]);
    expect(wordsOf(reportOn(json))).toEqual([
      'leaves the state alone: unavailable_operations says that the platform cannot revoke it',
    ]);
  });
});

describe('self-revoke', () => {
  const own = 'svc_live_0123456789abcdefghijABCDEFGHIJ01';
  const removal = keyChange({ actions: ['delete'], before: key({ key: own }) });
  const block = { address: 'svc_api_key.ci', type: 'svc_api_key' };

  it.each([
    ['the environment', {}, { ownKeys: [own] }],
    ['a constant of the provider block', configuration(block, { api_key: { constant_value: own } }), {}],
    [
      'a root variable',
      {
        ...configuration(block, { api_key: { references: ['var.token'] } }),
        variables: { token: { value: own } },
      },
      {},
    ],
    [
      'a reference to the key itself',
      configuration(block, { api_key: { references: ['svc_api_key.ci.key', 'svc_api_key.ci'] } }),
      {},
    ],
    [
      'a reference to an instance of the key',
      configuration(block, {
        api_key: {
          references: ['svc_api_key.ci["a.b"].key', 'svc_api_key.ci["a.b"]', 'svc_api_key.ci'],
        },
      }),
      {},
    ],
    [
      'a reference to an instance that an expression chooses',
      configuration(block, { api_key: { references: ['svc_api_key.ci', 'each.key'] } }),
      {},
    ],
    [
      'a part of a root variable',
      {
        ...configuration(block, { api_key: { references: ['var.conf.token', 'var.conf'] } }),
        variables: { conf: { value: { token: own } } },
      },
      {},
    ],
  ])('is known from %s', (_, more, given) => {
    const report = reportOn(planJson([removal], more), given);
    expect(risksOf(report)).toContain('self-revoke: key ci is revoked, and the pipeline itself runs with it');
    expect(JSON.stringify(report)).not.toContain(own);
  });

  it('is a narrowing, too', () => {
    const narrowing = updated({ key: own, scopes: ['a:b', 'c:d'] }, { key: own, scopes: ['a:b'] });
    expect(risksOf(reportOn(planJson([narrowing]), { ownKeys: [own] }))).toEqual([
      'self-revoke: key ci loses scopes, and the pipeline itself runs with it',
    ]);
  });

  it.each([
    ['a module', ['module.keys.key', 'module.keys'], {}],
    ['another provider', ['data.vault.x.key', 'data.vault.x'], {}],
    ['a local', ['local.key'], {}],
    ['another attribute', ['svc_api_key.ci.id', 'svc_api_key.ci'], {}],
    ['a variable and another provider', ['data.vault.x.key', 'var.path'], { path: { value: 'prod' } }],
  ])('says that it cannot be seen behind %s', (_, references, variables) => {
    const more = { ...configuration(block, { api_key: { references } }), variables };
    expect(reportOn(planJson([removal], more)).notes.map(({ name }) => name)).toEqual(['self-revoke-unseen']);
  });

  it('says if it cannot be seen', () => {
    const names = (report: Report) => report.notes.map(({ name }) => name);
    expect(names(reportOn(planJson([removal])))).toEqual(['self-revoke-unseen']);
    expect(names(reportOn(planJson([removal]), { ownKeys: ['another'] }))).toEqual([]);
  });
});

describe('literal-secret', () => {
  const block = (expressions: object) => ({
    address: 'svc_webhook_endpoint.pager',
    type: 'svc_webhook_endpoint',
    expressions,
  });
  const found = ['literal-secret: secret of pager.example stands in the configuration as plain text'];
  const { value } = makeSecret('literal');
  const variables = (standard: unknown) => ({
    variables: { signing: { default: standard, sensitive: true } },
  });
  const moduleOf = (expressions: object, references: readonly string[], forEach?: object) => ({
    resources: [],
    module_calls: {
      m: {
        expressions,
        for_each_expression: forEach,
        module: {
          resources: [{ provider_config_key: 'svc', ...block({ secret: { references } }) }],
          variables: Object.fromEntries(Object.keys(expressions).map(name => [name, {}])),
        },
      },
    },
  });
  const module = (argument: object, forEach?: object) =>
    moduleOf({ given: argument }, ['var.given'], forEach);
  const inModule = { address: 'module.m.svc_webhook_endpoint.pager["x"]' };

  it.each([
    ['a constant', block({ secret: { constant_value: value } }), {}, {}, {}, found],
    [
      'a variable',
      block({ secret: { references: ['var.signing'] } }),
      variables(undefined),
      {},
      { signing: { value } },
      [],
    ],
    [
      'a variable in JSON syntax, as cdktf writes it',
      block({ secret: { constant_value: `\${var.signing}`, references: ['var.signing'] } }),
      variables(undefined),
      {},
      { signing: { value } },
      [],
    ],
    [
      'the default of a variable',
      block({ secret: { references: ['var.signing'] } }),
      variables(value),
      {},
      { signing: { value } },
      found,
    ],
    [
      'a variable with a default that is not used',
      block({ secret: { references: ['var.signing'] } }),
      variables(value),
      {},
      { signing: { value: 'given' } },
      [],
    ],
    ['an argument of a module', {}, module({ constant_value: value }), inModule, {}, found],
    [
      'a variable through a module',
      {},
      { ...module({ references: ['var.signing'] }), ...variables(undefined) },
      inModule,
      { signing: { value } },
      [],
    ],
    [
      'the default of a variable of objects',
      block({ secret: { references: ['var.conf.secret', 'var.conf'] } }),
      { variables: { conf: { default: { secret: value, url: 'x' } } } },
      {},
      { conf: { value: { secret: value, url: 'y' } } },
      found,
    ],
    [
      'a part of a variable of objects that has no default',
      block({ secret: { references: ['var.conf.secret', 'var.conf'] } }),
      { variables: { conf: { default: { secret: null, url: 'x' } } } },
      {},
      { conf: { value: { secret: null, url: 'x' } } },
      [],
    ],
    [
      'the default of a map, chosen by a variable',
      block({ secret: { references: ['var.secrets', 'var.environment'] } }),
      { variables: { secrets: { default: { prod: value, test: 'x' } }, environment: {} } },
      {},
      { secrets: { value: { prod: value, test: 'x' } }, environment: { value: 'prod' } },
      found,
    ],
    [
      'the default of a list, chosen by a number',
      block({ secret: { references: ['var.secrets', 'var.position'] } }),
      { variables: { secrets: { default: [value] }, position: {} } },
      {},
      { secrets: { value: [value] }, position: { value: 0 } },
      found,
    ],
    [
      'a map that is given, chosen by a variable',
      block({ secret: { references: ['var.secrets', 'var.environment'] } }),
      { variables: { secrets: { default: {} }, environment: {} } },
      {},
      { secrets: { value: { prod: value } }, environment: { value: 'prod' } },
      [],
    ],
    [
      'a default beside a part that is given',
      block({ secret: { references: ['var.prefix', 'var.signing'] } }),
      { variables: { prefix: { default: 'whsec_' }, signing: {} } },
      {},
      { prefix: { value: 'whsec_' }, signing: { value } },
      [],
    ],
    [
      'a default that a flag chooses',
      block({ secret: { references: ['var.is_old', 'var.old', 'var.signing'] } }),
      { variables: { is_old: { default: false }, old: { default: value }, signing: { default: value } } },
      {},
      { is_old: { value: true }, old: { value }, signing: { value } },
      found,
    ],
    [
      'a constant map of a module, chosen by a variable',
      {},
      {
        ...moduleOf(
          { secrets: { constant_value: { prod: value } }, environment: { references: ['var.environment'] } },
          ['var.secrets', 'var.environment'],
        ),
        variables: { environment: {} },
      },
      inModule,
      { environment: { value: 'prod' } },
      found,
    ],
    [
      'the default of a map, chosen by a local, where the plan holds the value',
      block({ secret: { references: ['var.secrets', 'local.environment'] } }),
      { variables: { secrets: { default: { prod: value } } } },
      { after: endpoint({ secret: value }) },
      { secrets: { value: { prod: value } } },
      found,
    ],
    [
      'a local beside a default, where the plan holds another value',
      block({ secret: { references: ['var.prefix', 'local.secret'] } }),
      { variables: { prefix: { default: 'whsec_' } } },
      { after: endpoint({ secret: `whsec_${value}` }) },
      { prefix: { value: 'whsec_' } },
      [],
    ],
    [
      'the default of a variable of objects that is not used',
      block({ secret: { references: ['var.conf.secret', 'var.conf'] } }),
      { variables: { conf: { default: { secret: value, url: 'x' } } } },
      {},
      { conf: { value: { secret: 'given', url: 'x' } } },
      [],
    ],
    [
      'the default of a map, at any key',
      block({ secret: { references: ['var.hooks', 'each.key'] } }),
      { variables: { hooks: { default: { a: { secret: value } } } } },
      {},
      { hooks: { value: { a: { secret: value } } } },
      found,
    ],
    [
      'the default of a variable of objects through a module',
      {},
      {
        ...module({ references: ['var.conf["secret"]', 'var.conf'] }),
        variables: { conf: { default: { secret: value } } },
      },
      inModule,
      { conf: { value: { secret: value } } },
      found,
    ],
    [
      'a for_each of a module',
      {},
      module(
        { references: ['each.value.secret', 'each.value'] },
        { constant_value: { a: { secret: value } } },
      ),
      inModule,
      {},
      found,
    ],
    [
      'a for_each of the block, of a variable',
      {
        ...block({ secret: { references: ['each.value'] } }),
        for_each_expression: { references: ['var.hooks'] },
      },
      { variables: { hooks: { default: { a: value } } } },
      {},
      { hooks: { value: { a: value } } },
      found,
    ],
    [
      'a for_each that the plan does not hold',
      { ...block({ secret: { references: ['each.value'] } }) },
      {},
      {},
      {},
      [],
    ],
    ['no secret', block({ secret: { constant_value: null } }), {}, {}, {}, []],
    ['a local', block({ secret: { references: ['local.signing'] } }), {}, {}, {}, []],
  ])('is judged for %s', (_, resource, root, fields, given, expected) => {
    const change = endpointChange({ actions: ['no-op'], before: endpoint(), after: endpoint(), ...fields });
    const json = planJson([change], { ...configuration(resource, {}, root), variables: given });
    const report = reportOn(json);
    expect(risksOf(report)).toEqual(expected);
    expect(JSON.stringify(report)).not.toContain(value);
  });
});

describe('what a report says of objects', () => {
  it.each([
    [
      'a moved object',
      { actions: ['no-op'], before: key(), after: key(), more: { previous_address: 'svc_api_key.old' } },
      { action: 'move', movedFrom: 'svc_api_key.old' },
    ],
    [
      'an import',
      {
        actions: ['update'],
        before: key(),
        after: key({ name: 'x' }),
        moreOfChange: { importing: { id: 'key_1' } },
      },
      { action: 'update', importedId: 'key_1' },
    ],
    ['a forgotten object', { actions: ['forget'], before: key() }, { action: 'forget' }],
    [
      'a deposed object',
      { actions: ['delete'], before: key(), more: { deposed: 'abcd1234' } },
      { action: 'delete', deposed: 'abcd1234' },
    ],
    [
      'a replacement that creates first',
      { actions: ['create', 'delete'], before: key(), after: key() },
      { action: 'replace', isCreatedFirst: true },
    ],
    [
      'a reason',
      { actions: ['delete'], before: key(), more: { action_reason: 'delete_because_no_resource_config' } },
      { reason: 'its block is gone from the configuration' },
    ],
    [
      'a reason of a later version',
      { actions: ['delete'], before: key(), more: { action_reason: 'delete_because_of_x' } },
      { reason: null },
    ],
  ])('%s', (_, fields, expected) => {
    expect(reportOn(planJson([keyChange(fields)])).changes).toMatchObject([expected]);
  });

  it('names the alias of the provider, also of a nested module with keys', () => {
    const nested = {
      configuration: {
        provider_config: {
          'module.a:svc.backup': { name: 'svc', alias: 'backup', module_address: 'module.a' },
        },
        root_module: {
          module_calls: {
            a: {
              module: {
                resources: [
                  {
                    address: 'svc_api_key.ci',
                    type: 'svc_api_key',
                    provider_config_key: 'module.a:svc.backup',
                  },
                ],
              },
            },
          },
        },
      },
    };
    const change = keyChange({
      actions: ['create'],
      after: key(),
      address: 'module.a["x.y[0]"].svc_api_key.ci[2]',
    });
    expect(reportOn(planJson([change], nested)).changes).toMatchObject([
      { object: { providerAlias: 'backup' } },
    ]);
  });

  it('shows a cell for each scope of each key, by tenant', () => {
    const changes = [
      keyChange({ actions: ['update'], before: key(), after: key({ scopes: ['tenants:read'] }) }),
      keyChange({
        actions: ['create'],
        after: key({ name: 'all', tenant_id: 'ten_a', scopes: null, unrestricted: true }),
      }),
    ];
    expect(reportOn(planJson(changes)).keys).toMatchObject({
      scopes: ['tenants:read', 'alerts:read'],
      rows: [
        { object: { tenant: 'ten_a' }, unrestricted: 'added', cells: ['absent', 'absent'] },
        { object: { tenant: 'ten_acme' }, unrestricted: 'absent', cells: ['added', 'removed'] },
      ],
    });
  });

  it.each([
    ['of this provider', {}, ['takeover-unseen']],
    ['of other providers alone', { type: 'random_password' }, []],
  ])('notes an unseen takeover for creations %s', (_, fields, expected) => {
    const create = { ...keyChange({ actions: ['create'], after: key() }), ...fields };
    expect(reportOn(planJson([create]), { takeovers: undefined }).notes.map(({ name }) => name)).toEqual(
      expected,
    );
  });

  it.each([
    ['errored', { errored: true }],
    ['incomplete', { complete: false }],
    ['unknown-format', { format_version: '7.0' }],
    ['unknown-action', { resource_changes: [keyChange({ actions: ['evict'], before: key(), after: key() })] }],
    ['unknown-action', { resource_changes: [keyChange({ actions: [], before: key(), after: key() })] }],
  ])('notes a plan that is %s', (name, more) => {
    expect(reportOn(planJson([], more)).notes.map(note => note.name)).toEqual([name]);
  });
});
