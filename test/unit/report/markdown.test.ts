import { describe, expect, it } from 'vitest';
import { code, codeBlock } from '../../../src/report/markdown/escape';
import { longestComment, markerOf, renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

const markdownOf = (json: string) => renderMarkdown(reportOn(json));

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
