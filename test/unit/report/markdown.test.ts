import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../src/report/html/render-html';
import { code, codeBlock, htmlCode } from '../../../src/report/markdown/escape';
import {
  longestComment,
  markerOf,
  renderFailure,
  renderMarkdown,
} from '../../../src/report/markdown/render-markdown';
import type { Report, Risk } from '../../../src/report/model';
import { verdictOf } from '../../../src/report/verdict';
import { quietReport as quiet, sampleReport } from './html/sample-report';
import { endpoint, endpointChange, key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

const markdownOf = (json: string) => renderMarkdown(reportOn(json));

it('the hidden marker names the stack, and cannot be closed by its name', () => {
  expect(markerOf('prod')).toBe('<!-- cdktf-provider-svc report key=prod -->');
  expect(markerOf('a--> <script>')).toBe('<!-- cdktf-provider-svc report key=a-___script_ -->');
});

const sample = sampleReport();
const drifting: Report = { ...quiet, plan: { ...sample.plan, mode: 'drift' } };
const one = { provider: 'x', changing: 0, unchanged: 1 };
const [risk] = sample.risks.slice(-1);
const risks = risk === undefined ? [] : [risk];
const sampleDrift = { drift: sample.drift, risks };

it.each<[verdict: string, report: Report]>([
  [
    'Planning failed, 1 critical, 1 high, 1 medium, 1 policy error, 1 accepted (1 critical) · 1 to create, 1 to change, 1 to replace, 1 to delete, 1 to forget, 1 to import, 1 to move, 1 output changes, 1 action to invoke, 1 resource of other providers',
    sample,
  ],
  ['No risk found · 3 resources of other providers', { ...quiet, others: [{ ...one, changing: 3 }] }],
  ['No risk found · no changes', { ...quiet, others: [one] }],
  ['2 policy errors · no changes', { ...quiet, policy: [...sample.policy, ...sample.policy] }],
  ['No risk found · no drift, 1 object in the state', { ...drifting, standing: 1 }],
  ['1 medium · 1 object changed outside Terraform, 0 objects in the state', { ...drifting, ...sampleDrift }],
])('a comment begins with its verdict: %s', (verdict, report) => {
  expect(renderMarkdown(report).split('\n').slice(2, 5)).toEqual([
    'Stack: `production`',
    '',
    `## ${verdict}`,
  ]);
  expect(renderMarkdown({ ...report, key: 'default' }).split('\n')[2]).toBe(`## ${verdict}`);
});

it.each<[where: string, report: Report, line: string | undefined]>([
  ['a plan with a risk', { ...quiet, risks }, undefined],
  ['a plan without risks', quiet, 'A plan does not compare the settings of providers, lifecycle,'],
  ['a plan whose risks are accepted', { ...quiet, accepted: sample.accepted }, 'A plan does not compare'],
  ['a night', drifting, 'Compared: the platform with what the last apply stored.'],
  ['a night with a risk', { ...drifting, ...sampleDrift }, 'Compared: the platform with what'],
])('below the title of %s stands what it does not compare', (_, report, line) => {
  const [, below = ''] = renderMarkdown({ ...report, gate: null }).split(/^## .*\n\n/m);
  expect(line === undefined ? !/ompared?/.test(below) : below.startsWith(line), below).toBe(true);
  expect(renderHtml(report).includes(line ?? '<p class="note quiet">A plan')).toBe(line !== undefined);
});

it('a verdict counts deleted keys that are revoked, and other deleted objects', () => {
  const gone = (address: string) => keyChange({ actions: ['delete'], before: key(), address });
  const endpoints = [endpointChange({ actions: ['delete'], before: endpoint() })];
  const deleted = planJson([gone('svc_api_key.a'), gone('svc_api_key.b'), ...endpoints]);
  expect(verdictOf(reportOn(deleted))).toMatchObject({ gravity: 'high', work: '1 to delete, 2 to revoke' });
  const entry = { rule: 'key-revoked', address: 'svc_api_key.a', reason: 'Why.', expires: '2027-01-31' };
  const accepted = { entries: [entry], today: '2027-01-31', stack: undefined };
  expect(verdictOf(reportOn(deleted, { accepted })).work).toBe('1 to delete, 2 to revoke');
  const replaced = keyChange({ actions: ['delete', 'create'], before: key(), after: key() });
  expect(verdictOf(reportOn(planJson([replaced]))).work).toBe('1 to replace');
});

it.each<[gravity: string, report: Report]>([
  ['failed', { ...quiet, notes: sample.notes, risks }],
  ['medium', { ...quiet, policy: sample.policy, risks }],
  ['critical', { ...quiet, risks: sample.risks }],
  ['high', { ...quiet, policy: sample.policy }],
  ['high', { ...quiet, policy: sample.policy, accepted: sample.accepted }],
  ['accepted', { ...quiet, accepted: sample.accepted }],
  ['none', { ...quiet, policy: sample.policy.filter(({ level }) => level === 'warning') }],
])('the gravity of a verdict is %s', (gravity, report) => {
  expect(verdictOf(report).gravity).toBe(gravity);
});

it('a name in a note is code: an escaped mention is one on GitHub, and an address of mail a link', () => {
  const names = ['@acme/security', '#12', 'a@b.example'];
  const sentence = `Outputs that change: ${names.join(', ')} and 1 more.`;
  const comment = renderMarkdown({ ...quiet, notes: [{ name: 'outputs', sentence, names }] });
  expect(comment).toContain('- Outputs that change: `@acme/security`, `#12`, `a@b.example` and 1 more.');
});

const where = {
  commit: '0a1b2c3d',
  run: 'https://forge.example/runs/1',
  report: 'https://forge.example/artefacts/2',
};

it('a comment names gates, commit and platforms below the verdict, and what nobody judged below the risks', () => {
  const lines = (context: Report['context']) => renderMarkdown({ ...sample, context }).split('\n');
  expect(lines(where).filter(line => /^<sub>|^Plat|^Stopped|^> |^- Outp/.test(line))).toEqual([
    'Stopped by: policy (1)',
    '<sub>Commit `0a1b2c3d` · [run](<https://forge.example/runs/1>) · [whole report](<https://forge.example/artefacts/2>)</sub>',
    // A pipeline compares all but the line of the context with the comment that was reviewed.
    'Platform: `svc` `api.example` · `svc.backup` set by an expression',
    '> **Note:** Planning failed.',
    '- Outputs.',
  ]);
  const compared = (context: Report['context']) => lines(context).filter(line => !line.startsWith('<sub>'));
  expect(compared(where)).toEqual(compared({ commit: 'another' }));
});

it('without a plan, the comment of the same key says that an earlier report no longer holds', () => {
  const lines = renderFailure({ key: 'prod', context: where }).split('\n');
  expect(lines.slice(0, 3)).toEqual([markerOf('prod'), '', 'Stack: `prod`']);
  expect(lines.join('\n')).toMatch(/## No report.*Commit `0a1b2c3d`.*An earlier report no longer holds\./s);
});

const change = 'key `ci` gains `incident:respond`; moved from `svc_api_key.former`';
const ofCi = '`svc_api_key.all["ci"]`';
const cause = 'imported by `key_2`; reason: it cannot be changed in place';

it.each([
  '- **critical** `unrestricted-key`: key `ci` gains `incident:respond` (`svc_api_key.all["open"]`, provider `staging`). Check who holds it.',
  '- **error** `allowedHosts`: endpoint `pager.example` (`svc_api_key.all["pager.example"]`) `This host is not allowed.`',
  '- **warning** `maxEvents`: `Many.` At `svc_webhook_endpoint.pager`.',
  '- **critical** `forbidUnrestricted` until 2027-05-31: `It is unrestricted.` (`svc_api_key.all["open"]`, provider `staging`). Reason: `The migration ends in May.`',
  `- **change** key \`ci\`, ${ofCi}: ${change}; ${cause}`,
  `- **forget** key \`ci\`, ${ofCi}: key \`ci\` gains \`incident:respond\`; stays on the platform and leaves the state; moved from \`svc_api_key.former\`; imported by \`key_2\`; deposed object \`abcd1234\`, left by an earlier replacement; reason: it cannot be changed in place`,
  '+ name = (known after apply) # forces replacement',
  '+ secret = (sensitive)',
])('a comment has the line %s', line => {
  expect(renderMarkdown(sample).split('\n')).toContain(line);
});

it('a comment shows each heading once, no attribute that stays, and none of a forgotten object', () => {
  const text = renderMarkdown({ ...sample, drift: [], changes: sample.changes.slice(-1) });
  expect(text).not.toContain('### Attributes');
  expect(renderMarkdown(sample)).not.toContain(' id = ');
  expect(renderMarkdown(sample).match(/^### (?:Risks|Policy).*/gm)).toEqual([
    '### Risks (3)',
    '### Policy (2)',
  ]);
});

const many = (count: number, label = (index: number) => `key ${index}`) =>
  Array.from({ length: count }, (_, index) =>
    keyChange({
      actions: ['update'],
      before: key({ name: label(index) }),
      after: key({ name: label(index), scopes: null, unrestricted: true }),
      address: `svc_api_key.ci[${index}]`,
    }),
  );

/** What stands on a page before somebody opens a fold. */
function unfolded(text: string): string {
  let depth = 0;
  const open = text.split('\n').filter(line => {
    if (line === '</details>') depth -= 1;
    const isSeen = depth === 0;
    if (line.startsWith('<details>')) depth += 1;
    return isSeen;
  });
  return open.join('\n').trim();
}

describe('a comment', () => {
  it.each([1, 10, 11, 100, 300, 1000])(
    'of %i changes fits, folds, counts, and links to what it leaves out',
    count => {
      const { risks: critical, ...report } = reportOn(planJson(many(count)));
      const text = renderMarkdown({ ...report, risks: [...critical, ...risks], context: where });
      expect(text.length).toBeLessThanOrEqual(longestComment);
      const [, ofRisks = '', ofChanges = '', ofAttributes = ''] = text.split('\n### ');
      const isWhole = count <= 100;
      for (const [section, title, line, number] of [
        [ofRisks, `Risks (${count + 1})`, '\n- **', count + 1],
        [ofChanges, `Changes (${count})`, '\n- **change**', count],
        [ofAttributes, `Attributes (${count})`, '<summary>change <code>', count],
      ] as const) {
        expect(section.startsWith(`${title}\n`)).toBe(true);
        const left = Number(/\*(\d+) left out.* \[All\]\(<https:\/\/forge/.exec(section)?.[1] ?? 0);
        expect(section.split(line).length - 1 + left).toBe(number);
        if (isWhole) expect(left).toBe(0);
      }
      expect(text.includes('left out')).toBe(!isWhole);
      // What there is once gets room before hundreds of another kind.
      expect(ofRisks).toContain('\n- **medium**');
      expect(ofChanges.includes(`<summary>${count} in all</summary>`)).toBe(count > 10);
      expect(text.includes(`<code>unrestricted-key</code>: ${count - 10} more</summary>`)).toBe(count > 10);
    },
  );

  it.each<[count: number, severity: Risk['severity'], open: number]>([
    [2, 'high', 2],
    [11, 'high', 10],
    [1, 'medium', 1],
    [2, 'medium', 0],
  ])('of %i %s risks of one kind shows %i before the folds', (count, severity, open) => {
    const found = risks.flatMap(one => Array<Risk>(count).fill({ ...one, severity }));
    const text = renderMarkdown({ ...quiet, risks: found });
    expect(unfolded(text).split(`- **${severity}**`).length - 1).toBe(open);
    expect(text.split(`- **${severity}**`).length - 1).toBe(count);
  });

  it('shows the attributes that an object loses by its deletion', () => {
    const text = markdownOf(planJson([keyChange({ actions: ['delete'], before: key() })]));
    expect(text).toMatch(/<summary>delete <code>svc_api_key\.ci<\/code>.*^- name = "ci"$/ms);
  });

  it('says what follows from risks of one kind once, until it differs', () => {
    expect(markdownOf(planJson(many(60))).split('Every holder of this key').length).toBe(2);
    const found = risks.flatMap(one => ['A.', 'A.', 'B.', 'A.'].map(detail => ({ ...one, detail })));
    expect(renderMarkdown({ ...quiet, risks: found }).match(/\b[AB]\./g)).toEqual(['A.', 'B.', 'A.']);
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

  it('in a title is HTML, and no text ends it', () => {
    expect(htmlCode(`</code></summary><b>&"'\`@a`)).toBe(
      '<code>&#60;/code&#62;&#60;/summary&#62;&#60;b&#62;&#38;&#34;&#39;&#96;@a</code>',
    );
    expect(htmlCode('')).toBe('<code>(empty)</code>');
  });

  it('of a block has a longer fence than any of its lines', () => {
    expect(codeBlock('diff', ['````'])).toBe('`````diff\n````\n`````');
  });
});
