import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/report/model';
import { configuration, key, keyChange, planJson } from './plan-json';
import { reportOn, risksOf, updated } from './report-on';
import { riskCases } from './risk-cases';

const wordsOf = ({ changes }: Report) =>
  changes.flatMap(({ sentences }) => sentences.map(({ text }) => text));

describe('the platform of a new key', () => {
  const issued = keyChange({ actions: ['create'], after: key({ id: undefined, environment: undefined }) });
  const block = { address: 'svc_api_key.ci', type: 'svc_api_key' };
  const live = ['live-key: key ci is issued for the live platform'];
  const [liveKey, testKey] = ['live', 'test'].map(environment => `svc_${environment}_${'x'.repeat(32)}`);
  const drifted = keyChange({
    actions: ['delete'],
    address: 'svc_api_key.ci',
    before: key({ environment: 'live' }),
  });

  it.each([
    ['is the one of SVC_API_KEY', {}, liveKey, live],
    ['is not live with a key of the sandbox', {}, testKey, []],
    ['is not the one of SVC_API_KEY if the block has a key of its own', { api_key: {} }, liveKey, []],
    ['is not the one of SVC_API_KEY if a person has logged in', { oauth: [{}] }, liveKey, []],
  ])('%s', (_, provider, ownKey = '', expected) => {
    const report = reportOn(planJson([issued], configuration(block, provider)), { ownKeys: [ownKey] });
    expect(risksOf(report)).toEqual(expected);
  });

  it('is the one of SVC_API_KEY without any provider block', () => {
    const { configuration: whole } = configuration(block);
    const bare = { configuration: { ...(whole as object), provider_config: {} } };
    expect(risksOf(reportOn(planJson([issued], bare), { ownKeys: [liveKey ?? ''] }))).toEqual(live);
  });

  it('is the one of its predecessor, which was deleted outside Terraform', () => {
    const more = { ...configuration(block, { api_key: {} }), resource_drift: [drifted] };
    expect(risksOf(reportOn(planJson([issued], more)))).toEqual([
      ...live,
      'drift: key ci was deleted on the platform',
    ]);
  });
});

describe('the risks of a plan', () => {
  it.each(riskCases)('%s', (_, change, expected) => {
    expect(risksOf(reportOn(planJson([change])))).toEqual(expected);
  });

  it('a plan without changes has none', () => {
    const report = reportOn(planJson([keyChange({ actions: ['no-op'], before: key(), after: key() })]));
    expect([report.risks, report.changes, report.counts.none]).toEqual([[], [], 1]);
    expect(report.keys.rows).toHaveLength(1);
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
    expect(wordsOf(reportOn(json))).toEqual(['leaves the state, and goes on working']);
  });
});
