import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../../src/report/html/render-html';
import { hostileTexts } from './hostile-texts';
import { largeReport, sampleReport } from './sample-report';

/** Everything between angle brackets. Breaks within long names depend on the names. */
const tagsOf = (page: string) => (page.match(/<[^>]*>/g) ?? []).filter(tag => tag !== '<wbr>');

const isOurTag = (tag: string) =>
  /^<(!DOCTYPE html|\/?[a-z][a-z0-9]*(?: (?:class|id|href|scope|colspan|rowspan|tabindex|role|dir|lang|charset|content|name|type|datetime|http-equiv|aria-[a-z]+)="[^"]*")*)>$/.test(
    tag,
  );

/** The page without its own style, which holds `>` and braces. */
const markupOf = (page: string) => page.replace(/<style>[\s\S]*?<\/style>/, '<style></style>');

const textOf = (page: string) => markupOf(page).replace(/<[^>]*>/g, '');

describe('hostile text', () => {
  it.each(hostileTexts)('%s stays text in every field', (_, hostile) => {
    const page = markupOf(renderHtml(sampleReport(text => text + hostile)));
    expect(tagsOf(page)).toEqual(tagsOf(markupOf(renderHtml(sampleReport()))));
    expect(page).not.toMatch(/[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
  });

  it('no text of a report makes a tag', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '/',
      '=',
      '`',
      '$',
      '{',
      ' ',
      'script',
      '--',
      ':',
      '.',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map(parts => parts.join('')),
    );
    fc.assert(
      fc.property(texts, texts, (start, end) => {
        const page = markupOf(renderHtml(sampleReport(text => start + text + end)));
        expect(tagsOf(page).filter(tag => !isOurTag(tag))).toEqual([]);
        expect(textOf(page)).not.toMatch(/[<>]/);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the page', () => {
  it('admits its own style alone, by its hash', () => {
    const page = renderHtml(sampleReport());
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
    for (const tag of tagsOf(markupOf(renderHtml(sampleReport())))) {
      expect(tag).not.toMatch(/ (?:style|on[a-z]+|src|action)=/);
      expect(tag).not.toMatch(/href="(?!#)/);
    }
  });

  it.each([
    ['the stack', '<h1><bdi>production</bdi></h1>'],
    ['the version of Terraform', '<bdi>1.11.4</bdi>'],
    ['when the plan was made', '2026-11-22T09:30:47Z'],
    ['a note', 'Planning failed.'],
    ['a risk', 'unrestricted-key'],
    ['its details', 'Check who holds it.'],
    ['a finding of a policy', 'This host is not allowed.'],
    ['an accepted finding and its reason', 'The migration ends in May.'],
    ['another provider', 'registry.terraform.io/hashicorp/random'],
    ['a deposed object', 'abcd1234'],
    ['a former address', 'svc_api_key.former'],
    ['an import', 'key_2'],
    ['the provider’s alias', 'staging'],
    ['a sensitive value as such', '(sensitive)'],
    ['a tenant', 'ten_acme'],
  ])('shows %s', (_, text) => {
    expect(markupOf(renderHtml(sampleReport()))).toContain(text);
  });

  it.each([
    ['a kept cell', '✓kept'],
    ['an added cell', '+added'],
    ['a removed cell', '−removed'],
    ['an unknown cell', '?known after apply'],
    ['a key that becomes unrestricted', '+ UNRESTRICTED from now on: every scope'],
    ['a key that stays unrestricted', '✓ UNRESTRICTED as before: every scope'],
    ['an unrestricted key that goes', '− UNRESTRICTED until now: every scope'],
    ['a key that is limited now', '− no longer unrestricted'],
    ['a key that may become unrestricted', '? may become unrestricted'],
    ['a critical risk', '▲ critical'],
    ['a created object', '+ create'],
  ])('tells %s by a symbol and a word', (_, text) => {
    expect(textOf(renderHtml(sampleReport()))).toContain(text);
  });

  it('says that there is nothing to review', () => {
    const sample = sampleReport();
    const nothing = { changes: [], risks: [], drift: [], policy: [], accepted: [], others: [], notes: [] };
    const counts = {
      ...sample.counts,
      create: 0,
      update: 0,
      replace: 0,
      delete: 0,
      forget: 0,
      import: 0,
      move: 0,
    };
    const page = renderHtml({ ...sample, ...nothing, counts });
    expect(page).toContain('No rule found a risk in this plan.');
    expect(page).toContain('No object of this provider changes.');
    expect(page).toContain('<b>0</b> changes');
  });

  it('of a refresh-only plan shows drift and no changes', () => {
    const sample = sampleReport();
    const page = renderHtml({ ...sample, changes: [], plan: { ...sample.plan, mode: 'drift' } });
    expect(page).toContain('Drift report');
    expect(page).not.toContain('id="changes"');
    expect(page).toContain('id="drift-1"');
  });
});

describe('a large plan', () => {
  it('of 500 keys folds unchanged ones, and shows each that changes or has no limits', () => {
    const page = renderHtml(largeReport({ keys: 500, changes: 30 }));
    const [open = '', folded = ''] = page.split('<details class="more">');
    expect(page).toContain('469 unchanged keys');
    expect(open).toContain('as before: every scope');
    expect(open.match(/<tr><th scope="row">/g)).toHaveLength(31);
    expect(folded.match(/svc_api_key\.all\[&quot;key-\d+&quot;\]/g)).toHaveLength(469);
    expect(page).not.toContain('left out');
  });

  it('of 10,000 keys says what it leaves out, and stays below three megabytes', () => {
    const page = renderHtml(largeReport({ keys: 10_000, changes: 2_000 }));
    expect(page.length).toBeLessThan(3_000_000);
    expect(page).toContain('1500 more risks are left out');
    expect(page).toContain('1500 more changes are left out');
    expect(page).toContain('1501 more keys are left out');
    expect(page).toContain('7499 more keys are left out');
    expect(page).toContain('as before: every scope');
  });

  it('with more scopes than a page holds says how many are left out', () => {
    const sample = sampleReport();
    const scopes = Array.from({ length: 100 }, (_, index) => `scope:${index}`);
    expect(renderHtml({ ...sample, keys: { ...sample.keys, scopes } })).toContain(
      '40 more scopes are left out',
    );
  });
});
