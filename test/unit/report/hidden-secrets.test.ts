import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { findLeaks } from '../../harness/secrets/secrets';
import { named, placesOfSecrets, secret, sensitiveVariable, value } from './places-of-secrets';
import { configuration, endpoint, endpointChange, key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

describe('a secret of a plan', () => {
  it('is not what chooses one of several secrets, of a variable or of the default of a module', () => {
    const [type, references] = ['svc_webhook_endpoint', ['var.secrets', 'var.environment']];
    const block = { address: `${type}.p`, type, expressions: { secret_wo: { references } } };
    const module = { resources: [block], variables: { secrets: { default: { europe: value } } } };
    const m = { expressions: { environment: { references: ['var.region'] } }, module };
    const given = { secrets: { production: value }, environment: 'production', region: 'europe' };
    const variables = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }]));
    const change = keyChange({ actions: ['create'], after: key({ name: 'production-europe' }) });
    const json = planJson([change], { ...configuration(block, {}, { module_calls: { m } }), variables });
    expect(reportOn(json).changes[0]?.object.label).toBe('production-europe');
  });

  it('is found as a number with more digits than Node.js keeps', () => {
    const digits = '12345678901234567890';
    const more = planJson([keyChange({ actions: ['create'], after: key({ name: `a ${digits}` }) })], {
      ...sensitiveVariable,
      variables: { v: { value: 'PIN' }, fraction: { value: 0.30000000000000004 } },
    });
    for (const pin of [digits, JSON.stringify(`{"pin": ${digits}}`)])
      expect(reportOn(more.replace('"PIN"', pin)).changes[0]?.object.label).toBe('a (sensitive)');
  });

  it('is new with another version, of the most digits that the provider takes', () => {
    const of = (secret_wo_version: number) => endpoint({ secret_wo_version });
    const plan = planJson([endpointChange({ actions: ['update'], before: of(1), after: of(2) })]);
    const long = plan.replaceAll(/(?<="secret_wo_version":)\s*\d/g, version => `${version}`.padEnd(16, '7'));
    expect(reportOn(long).risks.map(({ name }) => name)).toEqual(['secret-changed']);
  });

  it.each(placesOfSecrets)('%s is in no format', (_, plan) => {
    const report = reportOn(plan);
    expect(findLeaks('the report', `${JSON.stringify(report)}\n${renderMarkdown(report)}`, [secret])).toEqual(
      [],
    );
    expect(report.changes.length + report.drift.length).toBeGreaterThan(0);
  });

  const word = '5f3a9c0d1e2b';
  const line = 'Jx7_pQ2-vR9sT4uW';

  it.each<readonly [string, unknown, string]>([
    ['without the line feed at its end', `${word}\n`, word],
    ['by one of its lines', `-----BEGIN KEY-----\n${line}\r\n  ${word}\n-----END KEY-----\n`, line],
    ['by an indented line', `key:\n  ${word}\n`, word],
    ['on one line', `${word}\n${line}`, `${word} ${line}`],
    ['as a field of its JSON', JSON.stringify({ user: 'x', password: [word] }), word],
    ['as a field of JSON within its JSON', JSON.stringify({ x: JSON.stringify({ y: word }) }), word],
    ['in a list of 200,000', [...Array(200_000).fill(1), word], word],
    ['as a key of a map', { [`k-${word}`]: 'x' }, `k-${word}`],
    ['of four characters', 'Zq7x', 'Zq7x'],
    ['with another secret within it', [word, word.slice(3, 8)], word],
    ['that ends with a quote', `${word}"`, `${word}"`],
    ['that ends with a template', `${word}%{`, `${word}%{`],
    ['split by a zero-width space', word, `${word.slice(0, 3)}\u200b${word.slice(3)}`],
    ['split by a filler', word, `${word.slice(0, 3)}\u3164${word.slice(3)}`],
    ['split by a tag', word, `${word.slice(0, 3)}\u{e0041}${word.slice(3)}`],
    ['without the byte order mark that it begins with', `\ufeff${word}`, word],
  ])('is found %s', (_, sensitive, name) => {
    const variables = { ...sensitiveVariable, variables: { v: { value: sensitive } } };
    const change = keyChange({
      actions: ['create'],
      after: key({ name: `ci ${name} x`, tenant_id: name }),
      address: `svc_api_key.ci[${JSON.stringify(name).replace('%{', '%%{')}]`,
    });
    const [shown] = reportOn(planJson([change], variables)).changes;
    expect(shown?.object.label).toMatch(/^(?:ci )?\(sensitive\)"?"?(?: x)?$|^ci "?\(sensitive\)"? x$/);
    expect(shown?.object.tenant).toMatch(/^"?\(sensitive\)"?$/);
    expect(shown?.object.address).toMatch(/^svc_api_key\.ci\["[\\"]*\(sensitive\)[\\"]*"\]$/);
  });

  it('hides no name of an attribute: these are the keys of a sensitive object', () => {
    const variables = { v: { value: { scopes: null, tenant_id: null } } };
    const [shown] = reportOn(planJson([named], { ...sensitiveVariable, variables })).changes;
    const paths = shown?.differences.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['scopes', 'tenant_id']));
  });

  it('hides no key of for_each that a sensitive output lists values by, and hides the values', () => {
    const [address, label] = ['svc_api_key.ci["job-1"]', 'ci-job-1'];
    const change = keyChange({ actions: ['create'], after: key({ name: label }), address });
    const other = keyChange({ actions: ['create'], after: key({ name: word }) });
    const ci = { actions: ['update'], before: { 'job-1': word }, before_sensitive: true };
    const values = { outputs: { ci: { sensitive: true, value: { 'job-1': word } } } };
    const more = { output_changes: { ci }, planned_values: values };
    const shown = reportOn(planJson([change, other], more)).changes.map(({ object }) => object);
    expect(shown.find(object => object.address === address)?.label).toBe(label);
    expect(shown.find(object => object.address !== address)?.label).toBe('(sensitive)');
  });

  it('hides the host of a sensitive address, and a secret in a host', () => {
    const url = 'https://Secret-Host-1234.example/x';
    const marked = endpointChange({
      actions: ['create'],
      after: endpoint({ url }),
      afterSensitive: { url: true },
    });
    const inside = endpointChange({ actions: ['update'], before: endpoint(), after: endpoint({ url }) });
    const variables = {
      ...configuration({}, { base_url: { constant_value: url } }, { variables: { v: { sensitive: true } } }),
      variables: { v: { value: 'Secret-Host-1234' } },
    };
    const policy = { allowedHosts: [] };
    for (const plan of [planJson([marked]), planJson([inside], variables)])
      expect(JSON.stringify(reportOn(plan, { policy })).toLowerCase()).not.toContain('secret-host');
  });
});
