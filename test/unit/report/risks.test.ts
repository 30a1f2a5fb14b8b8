import { describe, expect, it } from 'vitest';
import { configuration, endpoint, endpointChange, key, keyChange, planJson, references } from './plan-json';
import { reportOn, risksOf, updated } from './report-on';

type RiskCase = readonly [rule: string, change: Readonly<Record<string, unknown>>, risks: readonly string[]];

const leftEndpoint = 'object-forgotten: endpoint pager.example leaves the state, and goes on delivering';

const ill = { status: 'degraded', on_degraded: 'replace' };

const imported = (action: string, change: typeof keyChange, before: ReturnType<typeof key>) =>
  change({ actions: [action], before, after: before, moreOfChange: { importing: { identity: {} } } });

const more = { scopes: ['alerts:read', 'tenants:read'] };
const widened = { actions: ['update'], before: key(), after: key(more) };
const marked = keyChange({ ...widened, afterSensitive: { scopes: [false, true] } });
const noLimits = { scopes: null, unrestricted: true };
const unlimitedByNull = key({ id: undefined, unrestricted: null, scopes: null });
const unknownLimits = updated({}, { scopes: undefined, unrestricted: undefined }, { unrestricted: true });
const registeredAnew = { actions: ['delete', 'create'], before: endpoint(ill), after: endpoint(ill) };
const [stored, raised] = [
  endpoint({ secret: 'stored' }),
  endpoint({ secret: 'stored', secret_wo_version: 2 }),
];
const gains = (what: string) => `widened-scope: key ci gains ${what}`;
const issuedWithout = 'unrestricted-key: key ci is issued without limits';
const losesPresent = 'key-revoked: key ci loses its present value when the next one is issued';
const importedKey = 'key-imported: key ci is imported with alerts:read for tenant ten_acme';
const importedEndpoint =
  'endpoint-imported: endpoint pager.example is imported for alert.created, incident.created';

/** The rotation of a key that has these permissions. */
const rotation = (reach: object, unknown: object = {}) =>
  updated(reach, { ...reach, id: undefined, previous_id: 'key_1' }, { id: true, ...unknown });

/** How changes in a plan are read. `test/unit/risks` has a row for each operand of the rules themselves. */
const riskCases: readonly RiskCase[] = [
  ['scopes that the configuration marks are not shown', marked, [gains('(sensitive)')]],
  [
    'a new key without limits is unlimited, although the provider refuses it',
    keyChange({ actions: ['create'], after: unlimitedByNull }),
    [issuedWithout],
  ],
  [
    'a rotation without overlap revokes the present value, and the next one gains its scopes',
    updated({}, { id: undefined, ...more }, { id: true, previous_id: true }),
    [
      gains('tenants:read, with its next value'),
      losesPresent,
      'key-rotated: key ci is rotated without overlap',
    ],
  ],
  [
    'a type of this provider from another source is judged alike',
    { ...keyChange(widened), provider_name: 'mirror.example/acme/svc' },
    [gains('tenants:read')],
  ],
  ['limits known after apply', unknownLimits, ['unrestricted-key: key ci may become unrestricted']],
  [
    'a rotation whose age is known after apply',
    updated(
      { rotation: { after_days: 30, overlap_days: 1, triggers: { a: '1' } } },
      { rotation: { overlap_days: 1 } },
      { rotation: { after_days: true, triggers: { a: true } } },
    ),
    ['rotation-weakened: key ci is rotated later: that is known after apply'],
  ],
  ...['no-op', 'update'].flatMap((action): RiskCase[] => [
    [`the import of a key, by identity, as ${action}`, imported(action, keyChange, key()), [importedKey]],
    [`that of an endpoint, as ${action}`, imported(action, endpointChange, endpoint()), [importedEndpoint]],
  ]),
  [
    'a degraded endpoint is registered anew',
    endpointChange(registeredAnew),
    ['endpoint-replaced: endpoint pager.example is replaced by a new registration because it is degraded'],
  ],
  [
    'another tenant',
    keyChange({ actions: ['create', 'delete'], before: key(), after: key({ tenant_id: 'ten_evil' }) }),
    [
      'tenant-changed: key ci is bound to another tenant: ten_evil',
      'key-revoked: key ci is revoked at once',
      'key-rotated: key ci is replaced by another key, under another id',
    ],
  ],
  [
    'a raised version beside a secret that stays: no plan shows whether there is a write-only one',
    endpointChange({ actions: ['update'], before: stored, after: raised }),
    ['secret-changed: endpoint pager.example signs with another secret'],
  ],
  ['a forgotten endpoint', endpointChange({ actions: ['forget'], before: endpoint() }), [leftEndpoint]],
  [
    'a replacement that forgets a key which may write',
    keyChange({ actions: ['forget', 'create'], before: key({ scopes: ['tenants:write'] }), after: key() }),
    [
      gains('alerts:read, with its next value'),
      'object-forgotten: key ci leaves the state, and goes on working with tenants:write',
      'key-rotated: key ci is replaced by another key, and the former one goes on working',
    ],
  ],
];

describe('the risks of a plan', () => {
  it('a rotation that is known after apply says the overlap that is known', () => {
    const rotation = { overlap_days: 7, triggers: { a: '1' } };
    const after = { id: undefined, rotation: { overlap_days: 7 } };
    const marks = { id: true, previous_id: true, rotation: { triggers: { a: true } } };
    const change = updated({ rotation }, after, marks);
    expect(reportOn(planJson([change])).risks[0]?.detail).toMatch(/^If .* works for overlap_days \(7\)/);
  });

  it.each(riskCases)('%s', (_, change, expected) => {
    expect(risksOf(reportOn(planJson([change])))).toEqual(expected);
  });

  const beyond = (words: string) => [`unconfigured-scope: key ci is issued ${words}`];
  const wider = beyond('with tenants:read, which its block does not name');
  const unlimited = beyond('without limits, which its block does not ask for');
  const elsewhere = key({ ...more, tenant_id: 'ten_b' });
  const moved = keyChange({ actions: ['create', 'delete'], before: key(more), after: elsewhere });
  const alerts = { constant_value: ['alerts:read'] };
  const template = { constant_value: [`\${lower("alerts:read")}`] };
  const mayTakeLimits = { scopes: alerts, unrestricted: references('var.x') };

  it.each<[what: string, change: ReturnType<typeof updated>, asks: object, expected: readonly string[]]>([
    ['what the block names', rotation(more), { scopes: { constant_value: more.scopes } }, []],
    ['less than the block names', rotation({}), { scopes: { constant_value: more.scopes } }, []],
    ['more', rotation(more), { scopes: alerts }, wider],
    ['no limits', rotation(noLimits), { scopes: alerts }, unlimited],
    ['no limits that the block asks for', rotation(noLimits), { unrestricted: { constant_value: true } }, []],
    ['more than a reference gives', rotation(more), { scopes: references('var.scopes') }, []],
    ['more than a template gives', rotation(more), { scopes: template }, []],
    ['more, where a reference may take the limits', rotation(more), mayTakeLimits, []],
    ['nothing: a key with more is renamed', updated(more, { ...more, name: 'x' }), { scopes: alerts }, []],
    ['more, perhaps', rotation(more, { rotation: true }), { scopes: alerts }, wider],
    ['more, for another tenant', moved, { scopes: alerts }, wider],
  ])('a key that is issued with %s', (_, change, expressions, expected) => {
    const block = { address: 'svc_api_key.ci', type: 'svc_api_key', expressions };
    const { risks } = reportOn(planJson([change], configuration(block)));
    const found = risks.filter(({ name }) => name === 'unconfigured-scope');
    expect(found.map(({ name, sentence }) => `${name}: ${sentence.text}`)).toEqual(expected);
    const severities = expected.map(() => (expected === unlimited ? 'critical' : 'high'));
    expect(found.map(({ severity }) => severity)).toEqual(severities);
  });

  it('an object that leaves one address and is imported at another is not to be removed by hand', () => {
    const next = { ...imported('no-op', keyChange, key()), address: 'svc_api_key.next' };
    const report = reportOn(planJson([keyChange({ actions: ['forget'], before: key() }), next]));
    expect(risksOf(report)).toEqual([importedKey]);
    const elsewhere = keyChange({ actions: ['forget'], before: key({ created_at: 'before' }) });
    const ofEqualId = reportOn(planJson([elsewhere, next])).risks.map(({ name }) => name);
    expect(ofEqualId, 'on another platform').toContain('object-forgotten');
    const left = report.changes.find(({ action }) => action === 'forget');
    expect(left?.sentences.map(({ text }) => text)).toEqual([
      'leaves the state here, and is imported as svc_api_key.next',
    ]);
  });

  it('a plan without changes has none', () => {
    const report = reportOn(planJson([keyChange({ actions: ['no-op'], before: key(), after: key() })]));
    expect([report.risks, report.changes, report.counts.none]).toEqual([[], [], 1]);
    expect(report.keys.rows).toHaveLength(1);
  });

  const drifted = (before: object, after: object | null) =>
    endpointChange({
      actions: [after === null ? 'delete' : 'update'],
      before: endpoint({ ...before }),
      after: after && endpoint({ ...after }),
    });
  const ofPager = 'drift: endpoint pager.example';
  const changed = `${ofPager} was changed on the platform`;

  it.each<[what: string, change: ReturnType<typeof drifted>, risks: readonly string[]]>([
    ['a deletion', drifted({}, null), [`${ofPager} is unknown to the platform`]],
    ['a status', drifted({ status: 'x' }, {}), [`${changed}: status`]],
    ['degradation, which what stands in the state tells', drifted({}, { status: 'degraded' }), []],
    ['another status, which it tells, too', drifted({}, { status: 'x' }), []],
    ['null in place of nothing', drifted({ note: null }, { note: undefined }), []],
    ['a name that could be anything', drifted({ 'A secret': 1 }, { 'A secret': 2 }), []],
  ])('tell %s as drift', (_, change, expected) => {
    const report = reportOn(planJson([], { resource_drift: [change] }), { mode: 'drift' });
    expect(risksOf(report)).toEqual(expected);
    expect(report.risks.map(({ detail }) => detail).join()).not.toContain('Applying deletes');
  });

  it.each([
    [0, 2],
    [1, 1],
  ])('read as drift, a plan with %i changes shows its drift alone, and %i keys', (count, keys) => {
    const still = keyChange({ actions: ['no-op'], before: key(), after: key(), address: 'svc_api_key.b' });
    const other = { ...updated({}, { name: 'x' }), address: 'other.a', type: 'other' };
    const more = { resource_drift: [updated({}, noLimits), still, other], output_changes: { o: {} } };
    const planned = [updated(noLimits, { ...noLimits, name: 'x' })].slice(0, count);
    const report = reportOn(planJson(planned, more), { mode: 'drift' });
    expect(risksOf(report)).toEqual(['drift: key ci was made unrestricted on the platform']);
    const expected = { changes: [], drift: [{}], counts: { update: 1 }, others: [{ changing: 1 }] };
    expect(report).toMatchObject(expected);
    expect(report.keys.rows).toHaveLength(keys);
    expect(report.notes.at(-1)?.name).toBe('other-resources');
  });

  const keyBlock = { address: 'svc_api_key.ci', type: 'svc_api_key' };
  const told = { constant_value: ['apiKeys.delete'] };
  const lacking = configuration(keyBlock, { unavailable_operations: told });
  const [was, now] = [{ scopes: ['a:b'] }, { scopes: ['a:b', 'c:d'] }];
  const leaves = 'Applying this plan leaves it so.';
  const restores = 'Applying restores the scopes of the configuration.';
  const revokes = 'Applying revokes it.';
  const untold = 'No plan tells whether applying ends it';
  const unknown = configuration(keyBlock, { unavailable_operations: references('local.un') });
  const rotated = (unknown: object) => [updated(now, { ...was, previous_id: 'key_1' }, unknown)];
  const ending = { id: true, previous_id: true };
  const replaced = { actions: ['delete', 'create'], before: key({ scopes: ['c:d'] }), after: key(was) };
  const still = keyChange({ actions: ['no-op'], before: key(now), after: key(now) });
  const deposed = keyChange({ actions: ['delete'], before: key(), more: { deposed: 'abcd1234' } });
  const deleted = [keyChange({ actions: ['delete'], before: key(now) })];

  it.each<[what: string, changes: Parameters<typeof planJson>[0], saying: string, more?: object]>([
    ['a refresh-only plan', [], leaves],
    ['ignore_changes, and of the deletion of a deposed object,', [still, deposed], leaves],
    ['ignore_changes beside another change', [updated(now, { ...now, name: 'x' })], leaves],
    ['an update', [updated(now, was)], restores],
    ['a replacement', [keyChange(replaced)], restores],
    ['a deletion', deleted, revokes],
    ['a rotation without overlap', rotated(ending), revokes],
    ['a rotation with overlap', rotated({ id: true }), leaves],
    ['a rotation where none can be revoked', rotated(ending), leaves, lacking],
    ['a rotation where nobody knows that', rotated(ending), untold, unknown],
    ['a replacement that forgets', [keyChange({ ...replaced, actions: ['forget', 'create'] })], leaves],
    ['a replacement where nobody knows', [keyChange(replaced)], untold, unknown],
    ['a deletion where nobody knows', deleted, untold, unknown],
  ])('drift says what the apply of %s does to it', (_, changes, saying, more = {}) => {
    const at = (change: object) => ({ ...change, address: 'svc_api_key.ci["a"]' });
    const resource_drift = [at(updated(was, now))];
    const { risks } = reportOn(planJson(changes.map(at), { ...more, resource_drift }));
    expect(risks.find(({ name }) => name === 'drift')?.detail).toContain(saying);
    if ([revokes, untold].includes(saying)) expect(risks.map(({ name }) => name)).toContain('key-revoked');
    // It is a change of this plan, too, if the plan has the object.
    const isLeft = risks.some(({ name, detail = '' }) => name !== 'drift' && detail.includes('leaves it so'));
    expect(isLeft).toBe(saying === leaves && changes.length > 0);
  });

  it('drift of a key that the platform cannot revoke outlives its block', () => {
    const before = key({ scopes: ['tenants:write'] });
    const gone = keyChange({ actions: ['delete'], before });
    const resource_drift = [keyChange({ actions: ['update'], before: key(), after: before })];
    const { risks } = reportOn(planJson([gone], { ...lacking, resource_drift }));
    const graded = risks.map(({ severity, name }) => `${severity} ${name}`);
    expect(graded).toEqual(['high object-forgotten', 'high drift']);
    expect(risks[1]?.detail).toContain(leaves);
  });

  const [dies, lives] = ['key-revoked', 'unrestricted-key'];
  const provider = (alias: string, unavailable_operations?: object) => ({
    [alias]: { full_name: 'x/svc/svc', expressions: { unavailable_operations } },
  });
  const ofVariable = provider('svc', references('var.v'));

  it.each<[what: string, providers: object, risks: readonly string[], given?: unknown]>([
    ['no provider says it', provider('svc'), [dies]],
    ['one says null', provider('svc', { constant_value: null }), [dies]],
    ['one says another operation', provider('svc', { constant_value: ['webhooks.get'] }), [dies]],
    ['one says none', provider('svc', { constant_value: [] }), [dies]],
    ['one says it', provider('svc', told), [lives]],
    ['a variable says it', ofVariable, [lives], ['apiKeys.delete']],
    ['a variable is null', ofVariable, [dies], null],
    ['a condition says it', ofVariable, [lives, dies], true],
    [
      'two variables say it',
      provider('svc', references('var.v', 'var.w')),
      [lives, dies],
      told.constant_value,
    ],
    ['a condition of a text says it', ofVariable, [lives, dies], 'legacy'],
    ['a local says it', provider('svc', references('local.un')), [lives, dies]],
    ['each provider says its own', provider('svc', references('each.value.un')), [lives, dies]],
    ['a function says it', provider('svc', {}), [lives, dies]],
    ['both say it', { ...provider('svc', told), ...provider('svc.b', told) }, [lives]],
    ['one of two says it', { ...provider('svc'), ...provider('svc.b', told) }, [lives, dies]],
    ['one of two may', { ...provider('svc'), ...provider('svc.b', {}) }, [lives, dies]],
  ])('whether a removed key goes on working, where %s', (_, provider_config, expected, value) => {
    const json = planJson([keyChange({ actions: ['delete'], before: key({ unrestricted: true }) })], {
      configuration: { provider_config, root_module: {} },
      variables: { v: { value }, w: { value } },
    });
    expect(reportOn(json).risks.map(({ name }) => name)).toEqual(expected);
  });

  it('drift that the configuration agrees with is a change', () => {
    const changed = updated({}, noLimits);
    const planned = { ...changed, change: { ...Object(changed['change']), actions: ['no-op'] } };
    const [risk] = risksOf(reportOn(planJson([planned], { resource_drift: [changed] })));
    expect(risk).toBe('unrestricted-key: key ci becomes unrestricted');
  });

  it('of drift that a plan restores in part, the rest is a change; of one name, the grave risk comes first', () => {
    const now = { url: 'https://evil.example/', events: ['alert.created'] };
    const after = endpoint({ events: now.events });
    const planned = endpointChange({ actions: ['update'], before: endpoint(now), after });
    expect(risksOf(reportOn(planJson([planned], { resource_drift: [drifted({}, now)] })))).toEqual([
      'host-changed: endpoint evil.example delivers to pager.example instead',
      `${ofPager} was redirected to evil.example on the platform`,
      'events-removed: endpoint pager.example no longer gets incident.created',
      `${changed}: events`,
    ]);
  });

  it('an endpoint that the platform cannot delete goes on delivering', () => {
    const more = configuration({}, { unavailable_operations: { constant_value: ['webhooks.delete'] } });
    const json = planJson([endpointChange({ actions: ['delete'], before: endpoint() })], more);
    expect(risksOf(reportOn(json))).toEqual([leftEndpoint]);
  });
});

it('a check that fails or has an error is a risk', () => {
  const named = (to_display: string) => ({ address: { kind: 'check', to_display }, status: to_display });
  const checks = ['pass', 'unknown', 'fail', 'error'].map(named);
  expect(risksOf(reportOn(planJson([], { checks })))).toEqual([
    'check-failed: fail fails',
    'check-failed: error fails',
  ]);
});
