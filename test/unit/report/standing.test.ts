import { expect, it } from 'vitest';
import { configuration, endpoint, endpointChange, key, planJson } from './plan-json';
import { reportOn, risksOf } from './report-on';

const monthly = { after_days: 30, overlap_days: 7 };
const made = { created_at: '2026-04-01T00:00:00Z', rotation: monthly };
const lapping = { previous_id: 'key_0', previous_expires_at: '2026-05-01T00:00:00Z' };
const inSeconds = { ...made, created_at: '1775001600' };
const refused = 'has earlier values that the platform refused to revoke';
const overlap = 'has a previous value whose overlap ended';
const untold = 'svc_api_key.x may be due: a time of its rotation is unknown';
const degraded = { status: 'degraded' };
const ofKey = { type: 'svc_api_key', address: 'svc_api_key.x', expressions: {} };
const at = { address: 'svc_webhook_endpoint.x' };

it.each<[what: string, values: object, at: string | undefined, risks: readonly string[], told?: string]>([
  ['a key before its day', made, '2026-04-30T23:59:59Z', []],
  ['a key on its day', made, '2026-05-01T00:00:00Z', ['is due for rotation since today']],
  ['a key after a month', made, '2026-05-13T01:00:00Z', ['is due for rotation for 12 days']],
  ['a key whose time is in seconds', inSeconds, '2026-05-02T00:00:00Z', ['is due for rotation for 1 day']],
  ['a key that triggers rotate', { ...made, rotation: { overlap_days: 7 } }, '2027-05-01T00:00:00Z', []],
  ['a key of an unknown age', { rotation: monthly }, '2026-05-01T00:00:00Z', [], untold],
  ['a key at an unknown time', made, undefined, [], untold],
  ['an overlap', lapping, '2026-04-30T23:59:59Z', []],
  ['the end of an overlap', lapping, '2026-05-01T00:00:00Z', [`${overlap} today`]],
  ['a forgotten overlap', lapping, '2026-05-08T00:00:00Z', [`${overlap} 7 days ago`]],
  ['an overlap without an end', { previous_id: 'key_0' }, '2026-05-08T00:00:00Z', [], untold],
  ['a refused revocation', { unrevoked_ids: ['key_a'] }, undefined, [refused]],
])('the night says of %s what is', (_, values, timestamp, risks, told) => {
  const report = nightOn('svc_api_key', key({ ...values }), timestamp);
  expect(risksOf(report)).toEqual(risks.map(words => `rotation-due: key ci ${words}`));
  expect(report.notes.map(({ sentence }) => sentence).join()).toContain(told ?? '');
  expect(report.notes).toHaveLength(told === undefined ? 0 : 1);
});

it.each([
  ['warn', 1, 0],
  ['replace', 1, 0],
  ['ignore', 0, 1],
])(
  'a degraded endpoint is a finding or a note each night: on_degraded = "%s"',
  (on_degraded, risks, notes) => {
    const values = endpoint({ ...degraded, on_degraded });
    // Where the plan lists what stays as it is, it is told once, too. Of a deposed object the state tells.
    const change = endpointChange({ actions: ['no-op'], before: values, after: values, more: at });
    const report = nightOn('svc_webhook_endpoint', values, undefined, [change, { ...change, deposed: 'a' }]);
    expect([report.risks.length, report.notes.length, report.standing]).toEqual([risks, notes, 1]);
    const words = [...risksOf(report), ...report.notes.map(({ sentence }) => sentence)].join();
    expect(words).toContain('is degraded: the platform sends it nothing more');
  },
);

it.each([
  ['disabled', 'ignore', 'drift: endpoint pager.example has the status disabled'],
  ['failing', 'warn', 'drift: endpoint pager.example has the status failing'],
  ['active', 'warn', ''],
  [null, 'warn', ''],
])('the night names an endpoint with the status %s', (status, on_degraded, risk) => {
  expect(risksOf(nightOn('svc_webhook_endpoint', endpoint({ status, on_degraded }), undefined)).join()).toBe(
    risk,
  );
});

it('a deposed object is told by what the state has, whatever its age', () => {
  const deposed = { ...resourceOf('svc_api_key', key({ ...made })), deposed_key: 'a' };
  const report = nightOn('svc_api_key', key(), '2027-05-01T00:00:00Z', [], deposed);
  expect(risksOf(report)).toEqual([
    'drift: key ci was left by an earlier replacement, and key_1 still exists',
  ]);
});

it.each<[what: string, block: object, state: readonly object[], isTold: boolean]>([
  ['and a block', ofKey, [], true],
  ['and a block of another provider', { ...ofKey, type: 'a', address: 'a.b' }, [], true],
  ['and blocks with count or for_each', { ...ofKey, count_expression: {} }, [], false],
  ['and each', { ...ofKey, for_each_expression: {} }, [], false],
  ['and a data source', { ...ofKey, mode: 'data' }, [], false],
  ['but for an object', ofKey, [resourceOf('svc_api_key', key())], false],
  ['but for an object of another provider', ofKey, [resourceOf('a', {})], false],
])('an empty state %s: the gates cannot judge a lost one', (_, block, resources, isTold) => {
  const prior_state = { values: { root_module: { resources } } };
  const plan = planJson([], { prior_state, ...configuration({ mode: 'managed', ...block }) });
  const { notes, gate } = reportOn(plan, { mode: 'drift', gates: ['drift'] });
  expect([notes.map(({ name }) => name), gate?.isJudged]).toEqual([isTold ? ['empty-state'] : [], !isTold]);
  expect(reportOn(plan).notes).toEqual([]);
});

function resourceOf(type: string, values: object) {
  return { address: `${type}.x`, mode: 'managed', type, values };
}

function nightOn(
  type: string,
  values: object,
  timestamp: string | undefined,
  changes: Parameters<typeof planJson>[0] = [],
  ...also: readonly object[]
) {
  const resource = resourceOf(type, values);
  const read = { ...resource, address: `data.${type}.x`, mode: 'data' };
  const root_module = { resources: [read], child_modules: [{ resources: [resource, ...also] }] };
  return reportOn(planJson(changes, { prior_state: { values: { root_module } }, timestamp }), {
    mode: 'drift',
  });
}
