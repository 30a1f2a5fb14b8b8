import { describe, expect, it } from 'vitest';
import { code, codeBlock } from '../../../src/report/markdown/escape';
import { longestComment, markerOf, renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { renderJson } from '../../../src/report/render-json';
import { outsideCode } from './markdown-reading';
import { key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

const markdownOf = (json: string) => renderMarkdown(reportOn(json));

const hostile = [
  ['Markdown', '**bold** _it_ [link](https://evil.example) ![x](https://evil.example/i.png)'],
  ['HTML', '<img src=x onerror=alert(1)><script>alert(1)</script><!-- --> </details>'],
  ['a mention', '@security-team and @everyone'],
  ['a reference', '#123 GH-1 org/repo#1 !5 %2 ~label'],
  ['a link', 'https://evil.example www.evil.example mail@evil.example'],
  ['backticks', '` `` ``` x ```` `'],
  ['a backtick alone', '`'],
  ['table pipes', 'a | b\n|---|---|\n| c | d |'],
  ['new lines', 'x\n\n# Heading\n- [ ] task\r\n> quote\u2028y'],
  ['terminal escapes', '\u001b[31mred\u001b]8;;https://evil.example\u0007x\u0000\u0007\u009b1m'],
  ['right-to-left marks', '\u202egnp.\u202c \u2066x\u2069 \u200f\u061c'],
  ['invisible characters', 'a\u200bb\u00adc\ufeffd\u034fe\ufe0ff\u3164g\u2061h\u{e0041}i\u115fj'],
  ['a hidden comment', '--> <!-- cdktf-provider-svc report key=default -->'],
  ['blanks', '   '],
  ['nothing', ''],
] as const;

/** A plan with this text at every place that a report shows. */
const everywhere = (text: string) =>
  planJson(
    [
      keyChange({
        actions: ['update'],
        before: key({ name: text, tenant_id: text, id: text }),
        after: key({ name: `${text}2`, tenant_id: text, scopes: [text, 'alerts:read'] }),
        address: `module.m[${JSON.stringify(text)}].svc_api_key.ci[${JSON.stringify(text)}]`,
        more: { provider_name: text, previous_address: text, deposed: text },
        moreOfChange: { importing: { id: text } },
      }),
      {
        ...keyChange({ actions: ['create'], after: {} }),
        type: 'other_thing',
        address: text,
        provider_name: text,
      },
    ],
    { terraform_version: text, timestamp: text },
  );

describe('a hostile text', () => {
  it.each(hostile)('%s is inert in Markdown, wherever it stands', (_, text) => {
    const plain = outsideCode(markdownOf(everywhere(text)));
    // Outside code there are our own words alone, whatever the plan says.
    if (text.trim() !== '') expect(plain).toBe(outsideCode(markdownOf(everywhere('plain'))));
    expect(plain).not.toMatch(/[^\x20-\x7e\n’]/);
  });

  it.each(hostile)('%s is one line of visible characters in the JSON', (_, text) => {
    const json = renderJson(
      reportOn(planJson([keyChange({ actions: ['create'], after: key({ name: text }) })])),
    );
    expect(json.replaceAll('\n', '')).not.toMatch(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
    );
    expect(json).not.toMatch(/\\[nrtbf]|\\u00|\\u2/);
  });
});

describe('the hidden marker', () => {
  it('names the stack, and cannot be closed by its name', () => {
    expect(markerOf('prod')).toBe('<!-- cdktf-provider-svc report key=prod -->');
    expect(markerOf('a--> <script>')).toBe('<!-- cdktf-provider-svc report key=a-___script_ -->');
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
