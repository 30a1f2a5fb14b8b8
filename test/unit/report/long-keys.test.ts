import { describe, expect, it } from 'vitest';
import { Blanking } from '../../../src/report/blanking';
import { makeReport } from '../../../src/report/make-report';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { parsePlan } from '../../../src/report/plan/plan';
import { makeSecret } from '../../harness/secrets/secrets';
import { configuration, key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

describe('a key of for_each of many megabytes', () => {
  const { value } = makeSecret('long');
  const variables = {
    ...configuration({}, {}, { variables: { v: { sensitive: true } } }),
    variables: { v: { value } },
  };
  const keyOf = (unit: string, size = 2_000_000) => unit.repeat(size / unit.length);

  it.each([
    ['of quotes', keyOf('"')],
    ['of brackets', keyOf('"][')],
  ])('%s is not shown', (_, text) => {
    const address = `module.m[0].svc_api_key.ci[${JSON.stringify(text + value)}]`;
    const change = keyChange({ actions: ['create'], after: key({ name: text }), address });
    const report = reportOn(planJson([change], variables));
    expect(renderMarkdown(report).length).toBeLessThan(5000);
    expect(report.changes[0]?.object).toMatchObject({
      address: 'module.m[0].svc_api_key.ci["(too long to show)"]',
      label: '(too long to show)',
    });
  });

  it('may be a sensitive value', () => {
    const long = { ...variables, variables: { v: { value: keyOf('x') } } };
    const change = keyChange({ actions: ['create'], after: key({ name: 'xxxx' }) });
    expect(reportOn(planJson([change], long)).changes[0]?.object.label).toBe('xxxx');
  });
});

it.each([
  ['svc_api_key.ci["SECRET', 'svc_api_key.ci["(sensitive)]'],
  ['svc_api_key.ci[SECRET]', 'svc_api_key.ci[(sensitive)]'],
  ['svc_api_key.ci["a\\"]SECRET"].x', 'svc_api_key.ci["a\\"](sensitive)"].x'],
])('an address that no Terraform writes, %s, shows no secret', (address, expected) => {
  const { value } = makeSecret('address');
  const shown = new Blanking([value]);
  expect(shown.address(address.replace('SECRET', () => value))).toBe(expected);
});

const [long, many] = ['abcdefgh', 'x'.repeat(195)];

it.each<[what: string, secrets: readonly string[], text: string, expected: string]>([
  ['a secret and one that begins with it', ['abcd', long], long, '(sensitive)'],
  ['secrets that overlap', ['abcdef', 'cdefgh'], long, '(sensitive)'],
  ['a secret across the limit', [long], `${many}x${long}`, `${many}x(sen…`],
  ['a character across the limit', [], `${many}wxyz\u{1f600}`, `${many}wxyz…`],
])('of %s, a text shows no piece', (_, secrets, text, expected) => {
  expect(new Blanking(secrets).text(text)).toBe(expected);
});

it('thousands of names that begin as their secrets do are read in seconds', () => {
  const changes = Array.from({ length: 3000 }, (_, at) =>
    keyChange({
      address: `svc_api_key.ci["${at}"]`,
      actions: ['update'],
      before: key({ key: `svc_live_${at}_abcdefghijkl` }),
      after: key({ name: `${'svc_live_'.repeat(20)}${at}` }),
    }),
  );
  const start = performance.now();
  renderMarkdown(makeReport(parsePlan(planJson(changes)), { key: 'default', mode: 'changes' }));
  // It took 14 seconds, and a page 46.
  expect(performance.now() - start).toBeLessThan(7000);
});
