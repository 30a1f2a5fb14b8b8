import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { renderJson } from '../../../src/report/render-json';
import { findLeaks, makeSecret } from '../../harness/secrets/secrets';
import { configuration, endpoint, endpointChange, key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

describe('a secret of a plan', () => {
  const secret = makeSecret('planted');
  const { value } = secret;
  const json = JSON.stringify(value).slice(1, -1);
  const sensitiveVariable = {
    ...configuration({}, {}, { variables: { v: { sensitive: true } } }),
    variables: { v: { value } },
  };
  const otherProvider = (marks: object) => ({
    ...keyChange({ actions: ['update'], before: { password: value }, after: { password: value }, ...marks }),
    type: 'random_password',
    address: 'random_password.p',
    provider_name: 'registry.terraform.io/hashicorp/random',
  });
  const named = keyChange({ actions: ['create'], after: key({ name: `ci ${value}` }) });

  it.each<readonly [string, string]>([
    [
      'at a marked path',
      planJson([
        keyChange({ actions: ['create'], after: key({ name: value }), afterSensitive: { name: true } }),
      ]),
    ],
    [
      'in a marked list',
      planJson([
        keyChange({
          actions: ['create'],
          after: key({ scopes: [value] }),
          afterSensitive: { scopes: [true] },
        }),
      ]),
    ],
    [
      'before, where it is no longer marked',
      planJson([
        keyChange({
          actions: ['update'],
          before: key({ name: value }),
          after: key({ name: value }),
          beforeSensitive: { name: true },
          afterSensitive: {},
        }),
      ]),
    ],
    ['of a sensitive root variable, in a name', planJson([named], sensitiveVariable)],
    [
      'of another provider, in a name',
      planJson([otherProvider({ afterSensitive: { password: true }, beforeSensitive: {} }), named]),
    ],
    [
      'of the prior state, in a name',
      planJson([named], {
        prior_state: {
          values: {
            root_module: {
              child_modules: [{ resources: [{ values: { a: [value] }, sensitive_values: { a: [true] } }] }],
            },
          },
        },
      }),
    ],
    [
      'of an output, in a name',
      planJson([named], { output_changes: { o: { before: null, after: value, after_sensitive: true } } }),
    ],
    [
      'in base64, in a name',
      planJson(
        [keyChange({ actions: ['create'], after: key({ name: Buffer.from(value).toString('base64') }) })],
        sensitiveVariable,
      ),
    ],
    [
      'in a key of for_each',
      planJson(
        [
          keyChange({
            actions: ['create'],
            after: key(),
            address: `svc_api_key.ci["${json.replaceAll('$', '')}"]`,
          }),
        ],
        sensitiveVariable,
      ),
    ],
    [
      'in a path of an address',
      planJson([
        endpointChange({ actions: ['create'], after: endpoint({ url: `https://a.example/${value}` }) }),
      ]),
    ],
    [
      'as a key that is not marked',
      planJson([keyChange({ actions: ['create'], after: key({ key: value }), afterSensitive: {} })]),
    ],
    [
      'as an unchanged secret of a drift',
      planJson([], {
        resource_drift: [
          endpointChange({
            actions: ['update'],
            before: endpoint({ secret: value }),
            after: endpoint({ secret: value, status: 'x' }),
            beforeSensitive: {},
            afterSensitive: {},
          }),
        ],
      }),
    ],
  ])('%s is in no format', (_, plan) => {
    const report = reportOn(plan);
    expect(findLeaks('the report', `${renderJson(report)}\n${renderMarkdown(report)}`, [secret])).toEqual([]);
    expect(report.changes.length + report.drift.length).toBeGreaterThan(0);
  });

  const word = randomBytes(6).toString('hex');
  const short = `${word.slice(0, 4)}?${word.slice(4, 8)}`;
  const bytes = Buffer.from(short);
  const hexadecimal = bytes.toString('hex');
  const line = randomBytes(12).toString('base64url');

  it.each<readonly [string, unknown, string]>([
    ['without the line feed at its end', `${word}\n`, word],
    ['by one of its lines', `-----BEGIN KEY-----\n${line}\r\n  ${word}\n-----END KEY-----\n`, line],
    ['by an indented line', `key:\n  ${word}\n`, word],
    ['on one line', `${word}\n${line}`, `${word} ${line}`],
    ['as a field of its JSON', JSON.stringify({ user: 'x', password: [word] }), word],
    [
      'as a field of JSON within its JSON',
      JSON.stringify({ user: JSON.stringify({ password: word }) }),
      word,
    ],
    ['in a list of 200,000', [...Array(200_000).fill(1), word], word],
    ['as a key of a map', { [`k-${word}`]: 'x' }, `k-${word}`],
    ['in short base64', short, bytes.toString('base64')],
    [
      'in short base64 without padding',
      short.slice(1),
      bytes.subarray(1).toString('base64').replaceAll('=', ''),
    ],
    ['in short base64url', short, bytes.toString('base64url')],
    ['in short hexadecimal', short.slice(0, 5), hexadecimal.slice(0, 10)],
    ['in short hexadecimal, upper case', short.slice(0, 5), hexadecimal.slice(0, 10).toUpperCase()],
    ['in hexadecimal with colons', short, hexadecimal.replace(/..(?=.)/g, '$&:')],
    ['in hexadecimal with colons, upper case', short, hexadecimal.toUpperCase().replace(/..(?=.)/g, '$&:')],
    ['percent-encoded', short, encodeURIComponent(short)],
    ['quoted in JSON', `${word}"`, JSON.stringify(`${word}"`)],
    ['in base64 of four characters', word.slice(0, 4), Buffer.from(word.slice(0, 4)).toString('base64')],
    ['split by a zero-width space', word, `${word.slice(0, 3)}\u200b${word.slice(3)}`],
    ['split by a filler', word, `${word.slice(0, 3)}\u3164${word.slice(3)}`],
    ['split by a tag', word, `${word.slice(0, 3)}\u{e0041}${word.slice(3)}`],
    ['split, and in base64', short, bytes.toString('base64').replace(/^.../, '$&\u034f')],
    ['without the byte order mark that it begins with', `\ufeff${word}`, word],
  ])('is found %s', (_, sensitive, name) => {
    const variables = { ...sensitiveVariable, variables: { v: { value: sensitive } } };
    const change = keyChange({
      actions: ['create'],
      after: key({ name: `ci ${name} x`, tenant_id: name }),
      address: `svc_api_key.ci[${JSON.stringify(name)}]`,
    });
    const [shown] = reportOn(planJson([change], variables)).changes;
    expect(shown?.object.label).toMatch(/^(?:ci )?\(sensitive\)"?"?(?: x)?$|^ci "?\(sensitive\)"? x$/);
    expect(shown?.object.tenant).toMatch(/^"?\(sensitive\)"?$/);
    expect(shown?.object.address).toMatch(/^svc_api_key\.ci\["[\\"]*\(sensitive\)[\\"]*"\]$/);
  });

  it('hides no name of an attribute: these are the keys of a sensitive object', () => {
    const variables = {
      ...sensitiveVariable,
      variables: { v: { value: { scopes: null, tenant_id: null } } },
    };
    const [shown] = reportOn(planJson([named], variables)).changes;
    expect(shown?.differences.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['scopes', 'tenant_id']),
    );
  });

  it('hides the host of a sensitive address, and a secret in a host', () => {
    const url = 'https://Secret-Host-1234.example/x';
    const marked = endpointChange({
      actions: ['create'],
      after: endpoint({ url }),
      afterSensitive: { url: true },
    });
    const inside = endpointChange({ actions: ['create'], after: endpoint({ url }) });
    const variables = {
      ...configuration({}, {}, { variables: { v: { sensitive: true } } }),
      variables: { v: { value: 'Secret-Host-1234' } },
    };
    for (const plan of [planJson([marked]), planJson([inside], variables)])
      expect(JSON.stringify(reportOn(plan)).toLowerCase()).not.toContain('secret-host');
  });
});
