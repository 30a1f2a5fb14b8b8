import { describe, expect, it } from 'vitest';
import { code, codeBlock } from '../../../src/report/markdown/escape';
import { longestComment, markerOf, renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { fitted, section } from '../../../src/report/markdown/sections';
import type { Report } from '../../../src/report/model';
import { sampleReport } from './html/sample-report';
import { key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

const markdownOf = (json: string) => renderMarkdown(reportOn(json));

describe('the hidden marker', () => {
  it('names the stack, and cannot be closed by its name', () => {
    expect(markerOf('prod')).toBe('<!-- cdktf-provider-svc report key=prod -->');
    expect(markerOf('a--> <script>')).toBe('<!-- cdktf-provider-svc report key=a-___script_ -->');
  });
});

const sample = sampleReport();
const still = { create: 0, update: 0, replace: 0, delete: 0, forget: 0, import: 0, move: 0 };
const quiet: Report = { ...sample, counts: { ...sample.counts, ...still }, risks: [], others: [], drift: [] };
const drifting: Report = { ...quiet, plan: { ...sample.plan, mode: 'drift' } };
const [risk] = sample.risks.slice(-1);
const risks = risk === undefined ? [] : [risk];

it.each<[title: string, report: Report]>([
  [
    'Plan: 1 to create, 1 to change, 1 to replace, 1 to delete, 1 to forget, 1 to import, 1 to move, 1 resource of other providers; 3 risks',
    sample,
  ],
  ['Plan: 2 to change', { ...quiet, counts: { ...quiet.counts, update: 2 } }],
  [
    'Plan: 3 resources of other providers',
    { ...quiet, others: [{ provider: 'x', changing: 3, unchanged: 0 }] },
  ],
  ['No changes', { ...quiet, others: [{ provider: 'x', changing: 0, unchanged: 1 }] }],
  ['No changes; 1 risk', { ...quiet, risks }],
  ['No drift', drifting],
  ['Drift: 1 object changed outside Terraform', { ...drifting, drift: sample.drift, risks }],
])('a title says in numbers what a plan does: %s', (title, report) => {
  expect(renderMarkdown(report).split('\n')).toContain(`## ${title}`);
});

const change = 'key `ci` gains `incident:respond`; moved from `svc_api_key.former`';
const ofCi = '`svc_api_key.all["ci"]`';
const cause = 'imported by `key_2`; reason: it cannot be changed in place';

it.each([
  ['a note', '> **Note:** Planning failed.'],
  [
    'a risk',
    '- **critical** `unrestricted-key`: key `ci` gains `incident:respond` (`svc_api_key.all["open"]`, provider `staging`). Check who holds it.',
  ],
  [
    'a broken rule',
    '- **error** `allowedHosts`: `This host is not allowed.` at `stack/pager` (`svc_api_key.all["pager.example"]`)',
  ],
  ['a finding without an object', '- **warning** `maxEvents`: `Many.`'],
  [
    'an accepted finding',
    '- `forbidUnrestricted` at `stack/open`: `It is unrestricted.` Reason: `The migration ends in May.`',
  ],
  ['a change', `- **change** key \`ci\`, ${ofCi}: ${change}; ${cause}`],
  [
    'a forgotten deposed object',
    `- **forget** key \`gone\`, \`svc_api_key.all["gone"]\`: key \`ci\` gains \`incident:respond\`; stays on the platform and leaves the state; moved from \`svc_api_key.former\`; imported by \`key_2\`; deposed object \`abcd1234\`, left by an earlier replacement; reason: it cannot be changed in place`,
  ],
  ['another provider', '- 1 resource of `registry.terraform.io/hashicorp/random` changes'],
  ['a value that an apply finds', '+ name = (known after apply) # forces replacement'],
  ['the value before', '- name = "ci"'],
  ['a sensitive value', '+ secret = (sensitive)'],
])('a comment shows %s', (_, line) => {
  expect(renderMarkdown(sample).split('\n')).toContain(line);
});

it('a comment shows no attribute that stays, none of a forgotten object, and no other provider that stays', () => {
  const text = renderMarkdown({ ...sample, drift: [], changes: sample.changes.slice(-1) });
  expect(text).not.toContain('### Attributes');
  expect(renderMarkdown(sample)).not.toMatch(/ id = |builtin\/terraform/);
});

describe('sections within a limit', () => {
  const lines = (count: number) =>
    section('# A', 'lines', Array.from({ length: count }), () => 'x'.repeat(99));

  it.each([
    [300, 1, 1, ''],
    [300, 3, 1, '2 more lines left out'],
    [500, 4, 4, ''],
    [500, 5, 3, '2 more lines left out'],
    [100, 2, 0, '2 lines left out'],
  ])('of %i characters, %i lines of 100 are %i', (limit, count, shown, saying) => {
    const text = fitted(
      '',
      [lines(count), section('# B', 'others', [], () => '')],
      limit + '\n# A\n\n'.length,
    );
    expect(text.split('xxx\n')).toHaveLength(shown + 1);
    expect(text).toContain(saying);
    expect(text).not.toContain('# B');
  });
});

describe('a comment', () => {
  const many = (count: number) =>
    planJson(
      Array.from({ length: count }, (_, index) =>
        keyChange({
          actions: ['update'],
          before: key({ name: `key ${index}` }),
          after: key({ name: `key ${index}`, scopes: null, unrestricted: true }),
          address: `svc_api_key.ci[${index}]`,
        }),
      ),
    );

  it.each([1, 100, 190, 200, 210, 1000])('of %i changes fits, risks first', count => {
    const text = markdownOf(many(count));
    expect(text.length).toBeLessThanOrEqual(longestComment);
    expect(text.indexOf('### Risks')).toBeLessThan(text.indexOf('### Changes'));
    const shown = text.split('**critical**').length - 1;
    const left = Number(/(\d+) more risks left out/.exec(text)?.[1] ?? 0);
    expect(shown + left).toBe(count);
  });
});

describe('a code span', () => {
  it.each([
    ['x', '`x`'],
    ['`', '`` ` ``'],
    ['a``b', '```a``b```'],
    [' x ', '`  x  `'],
    ['', '(empty)'],
    ['  ', '`  `'],
  ])('of %j is %j', (text, expected) => expect(code(text)).toBe(expected));

  it('of a block has a longer fence than any of its lines', () => {
    expect(codeBlock('diff', ['````'])).toBe('`````diff\n````\n`````');
  });
});
