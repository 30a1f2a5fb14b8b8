import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../../src/report/html/render-html';
import type { Report, Risk } from '../../../../src/report/model';
import { hostileTexts } from './hostile-texts';
import { largeReport, quietReport, sampleReport } from './sample-report';

/** Everything between angle brackets. Breaks within long names depend on the names. */
const tagsOf = (page: string) => (page.match(/<[^>]*>/g) ?? []).filter(tag => tag !== '<wbr>');

/** The page without its own style, which holds `>` and braces. */
const markupOf = (page: string) => page.replace(/<style>[\s\S]*?<\/style>/, '<style></style>');

const textOf = (page: string) => markupOf(page).replace(/<[^>]*>/g, '');

const saying = { severity: 'warning', address: 'svc_api_key.ci' } as const;
const sampled = (added = '') => ({
  ...sampleReport(text => text + added),
  diagnostics: [{ ...saying, sentence: `Unknown tenant "ten_b". ${added}` }],
});
const sample = sampled();
const page = renderHtml(sample);
const [markup, text] = [markupOf(page), textOf(page)];

it.each(hostileTexts)('hostile text: %s stays text in every field', (_, hostile) => {
  const disguised = markupOf(renderHtml(sampled(hostile)));
  expect(tagsOf(disguised)).toEqual(tagsOf(markup));
  expect(disguised).not.toMatch(/[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
});

const unknownTenant =
  '<strong>Warning:</strong> <code dir="auto">svc_api_key.ci</code>: <bdi>Unknown tenant &#34;ten_b&#34;. </bdi></p>';

describe('the page', () => {
  it('admits its own style alone, by its hash', () => {
    const hashOf = (element: string) => {
      const [, source = ''] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page) ?? [];
      return createHash('sha256').update(source).digest('base64');
    };
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(policy.replaceAll('&#39;', "'").split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hashOf('style')}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('has no inline style, no inline handler and no address outside itself', () => {
    for (const tag of tagsOf(markup)) {
      expect(tag).not.toMatch(/ (?:style|on[a-z]+|src|action)=/);
      expect(tag).not.toMatch(/href="(?!#)/);
    }
  });

  it.each([
    [
      'the verdict',
      '<h1><strong class="critical">Planning failed, 1 critical, 1 high, 1 medium, 1 policy error, 1 accepted (1 critical)</strong> <span>1 to create,',
    ],
    ['the stack', 'Plan report: <bdi>production</bdi>'],
    ['the commit', '<dt>Commit</dt><dd><code dir="auto">0a1b2c3d</code>'],
    ['the version of Terraform', '<bdi>1.11.4</bdi>'],
    ['when the plan was made', '2026-11-22T09:30:47Z'],
    ['a note', 'Planning failed.'],
    ['what stops the plan', '<p class="note high"><strong>Stopped by: policy (1)</strong></p>'],
    ['what it does not judge', '<p class="detail"><bdi>Outputs.</bdi></p>'],
    ['a risk', 'unrestricted-key'],
    ['its details', 'Check who holds it.'],
    ['a finding of a policy, as it is spelled', '<p><bdi>This host is not allowed.'],
    ['an unknown tenant above the risks', unknownTenant],
    ['an accepted finding and its reason', 'The migration ends in May.'],
    ['a deposed object', 'abcd1234'],
    [
      'a link of a row to its change, and not to one of a deposed object',
      '<a href="#change-1"><bdi>ci</bdi>',
    ],
    ['a former address', 'svc_api_key.former'],
    ['an import', 'key_2'],
    ['the provider’s alias', 'staging'],
    ['a sensitive value as such', '(sensitive)'],
    ['a tenant', 'ten_acme'],
  ])('shows %s', (_, part) => {
    expect(markup).toContain(part);
  });

  it.each([
    ['a kept cell', '✓kept'],
    ['an added cell', '+added'],
    ['a removed cell', '−removed'],
    ['an unknown cell', '?known after apply'],
    ['a key that becomes unrestricted', '+ UNRESTRICTED from now on: every scope'],
    ['a key that stays unrestricted', '✓ UNRESTRICTED as before: every scope'],
    ['an unrestricted key that goes', '− UNRESTRICTED until now: every scope'],
    ['a key that is limited now', 'limited&#34;]− no longer unrestricted'],
    ['a key that may become unrestricted', '? may become unrestricted'],
    ['a critical risk', '▲ critical'],
    ['a created object', '+ create'],
    ['each sentence of a change', ' gains incident:respond; key ci gains'],
    ['an endpoint whose events go to another host', 'Another host 1 endpoint'],
  ])('tells %s by a symbol and a word', (_, words) => {
    expect(text).toContain(words);
  });

  it('has the matrices right under the risks, and shows first the columns that an existing key gains', () => {
    const sections = [...markup.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);
    expect(sections).toEqual(['risks', 'keys', 'endpoints', 'policy', 'changes', 'drift', 'accepted']);
    const columns = (source: string) =>
      [...source.matchAll(/<th scope="col"><bdi>([^<]*)/g)].map(([, name]) => name).slice(0, 4);
    const scopes = ['alerts:read', 'devices:read', 'incident:read', 'incident:respond'];
    const [first] = sample.keys.rows;
    const rows: Report['keys']['rows'] = first
      ? [
          { ...first, cells: ['kept', 'absent', 'kept', 'added'] },
          { ...first, action: 'create', cells: ['absent', 'absent', 'added', 'absent'] },
        ]
      : [];
    const sorted = renderHtml({ ...sample, keys: { scopes, rows } });
    expect(columns(sorted)).toEqual(['incident:respond', 'incident:read', 'alerts:read', 'devices:read']);
    const cells = [...sorted.matchAll(/<td(?: class="(\w+)")?>/g)].map(([, cell]) => cell);
    expect(cells.slice(0, 4)).toEqual(['added', 'kept', 'kept', undefined]);
  });

  it.each<[count: number, severity: Risk['severity'], fold: string | undefined]>([
    [10, 'high', undefined],
    [11, 'critical', '1 more'],
    [3, 'medium', undefined],
    [4, 'medium', '4 risks'],
  ])('of %i %s risks of one kind has the fold %s', (count, severity, fold) => {
    const risks = sample.risks.slice(0, 1).flatMap(risk => Array(count).fill({ ...risk, severity }));
    const [, found] = /<\/code>: ([^<]*)<\/summary>/.exec(renderHtml({ ...sample, risks })) ?? [];
    expect(found).toBe(fold);
  });

  it('says that there is nothing to review', () => {
    const calm = renderHtml(quietReport);
    expect(calm).toMatch(/No rule found a risk: \d+ rules judged 7 keys and 2 endpoints of this plan/);
    expect(calm).toContain('No object of this provider changes.');
    expect(calm).toContain('<h1><strong class="added">No risk found</strong> <span>no changes</span></h1>');
    const unsure = renderHtml({ ...quietReport, gate: { names: ['policy'], stopped: [], isJudged: false } });
    expect(unsure).toContain('<p class="note high"><strong>The gates cannot judge all of it');
    const object = sample.endpoints.rows[1]?.object ?? null;
    const accepted = sample.accepted.map(one => ({ ...one, rule: 'host-changed', object }));
    const eased = markupOf(renderHtml({ ...quietReport, accepted }));
    expect(eased).toContain('<h1><strong class="medium">1 accepted (1 critical)</strong>');
    expect(eased).toContain('<p class="detail">1 accepted, and no rule found another risk:');
    expect(eased).toContain('Another host <small>1 endpoint</small>');
  });

  it('of a refresh-only plan shows drift and no changes', () => {
    const drift = renderHtml({ ...sample, changes: [], plan: { ...sample.plan, mode: 'drift' } });
    expect(drift).toContain('Drift report');
    expect(drift).not.toContain('id="changes"');
    expect(drift).toContain('id="drift-1"');
  });
});

it('a large plan of 500 keys folds unchanged ones, and shows each that changes or has no limits', () => {
  const large = renderHtml(largeReport({ keys: 500, changes: 30 }));
  const [open = '', rest = ''] = large.split('<details class="more">');
  const [folded = ''] = rest.split('</section>');
  expect(large).toContain('468 unchanged keys');
  expect(open).toContain('as before: every scope');
  expect(open.match(/<tr><th scope="row">/g)).toHaveLength(32);
  expect(folded.match(/svc_api_key\.all\[&#34;key-\d+&#34;\]/g)).toHaveLength(468);
  expect(large).not.toContain('left out');
  expect(large.match(/id="change-\d+"/g)).toHaveLength(30);
  const names = large.match(/role="region" aria-label="[^"]*"/g);
  expect(new Set(names).size).toBe(names?.length);
  expect(large).toContain('<code dir="auto">widened-scope</code>: 20 more</summary>');
});

it('a page has the first 1,000 changes and all risks, and says what it leaves out; findings of one rule are one fold', () => {
  const report = largeReport({ keys: 1200, changes: 1200 });
  const [finding] = report.policy;
  if (finding === undefined) throw new Error('The sample breaks no rule.');
  const page = renderHtml({ ...report, policy: Array.from({ length: 4 }, () => finding) });
  expect(page.match(/<details class="card change">/g)).toHaveLength(1000 + report.drift.length);
  expect(page).toContain('Left out of this page: 200 changes. <code>terraform show</code>');
  expect(page).not.toContain('#change-1001"');
  expect(page).toContain('Left out of this page: 198 keys.');
  expect(page.match(/<code[^>]*>widened-scope<\/code> at/g)).toHaveLength(1200);
  expect(page).toMatch(/<details class="what more"><summary>.*: 4 findings<\/summary>/);
  expect(renderHtml(largeReport({ keys: 1000, changes: 1000 }))).not.toContain('Left out of this page');
});
