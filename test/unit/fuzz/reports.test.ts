import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeReport } from '../../../src/report/make-report';
import { longestComment, renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { parsePlan } from '../../../src/report/plan/plan';
import { outsideCode } from '../report/markdown-reading';
import { endpoint, endpointChange, key, keyChange, planJson } from '../report/plan-json';

const options = { key: 'default', mode: 'changes' } as const;

/** Texts of what could break out: Markdown, HTML, mentions, and any character. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'`|<>@#*_[]()!\\/:\n\r\t -~"&;.$\u202e\u200b\u001b'), maxLength: 30 }),
);
const texts = fc.array(text, { maxLength: 4 });
const actions = fc.constantFrom(
  ['create'],
  ['update'],
  ['delete'],
  ['delete', 'create'],
  ['forget'],
  ['no-op'],
);

const anyKey = fc.record({ name: text, tenant_id: text, id: text, scopes: texts, previous_id: text });
const anyEndpoint = fc.record({ url: text, events: texts, status: text, on_degraded: text });

const change = fc.oneof(
  fc.tuple(actions, anyKey, anyKey, text).map(([actions, before, after, name]) =>
    keyChange({
      actions,
      before: key(before),
      after: key(after),
      moreOfChange: { importing: { id: name } },
      address: `svc_api_key.ci[${JSON.stringify(name)}]`,
    }),
  ),
  fc.tuple(actions, anyEndpoint, anyEndpoint, text).map(([actions, before, after, provider]) =>
    endpointChange({
      actions,
      before: endpoint(before),
      after: endpoint(after),
      more: { provider_name: provider },
    }),
  ),
);

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

it('random texts of a plan are one visible line in JSON, and inert in Markdown', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 5 }), changes => {
      const report = makeReport(parsePlan(planJson(changes)), options);
      const json = JSON.stringify(report);
      expect(json.replaceAll('\n', '')).not.toMatch(invisible);
      const markdown = renderMarkdown(report);
      expect(outsideCode(markdown)).toMatch(/^[\x20-\x7e\n’·]*$/);
      // The only HTML, emphasis and links are our own.
      const foreign = outsideCode(markdown).replaceAll(
        /<!-- cdktf-provider-svc report key=default -->|<\/?details>|<\/?summary>|<\/?b>|\*\*[A-Za-z: ]+\*\*|\\[\\`*_[\]<>|~#@!]|^#{2,3} |^> /gm,
        '',
      );
      expect(foreign).not.toMatch(/[<>@#*|[\]`]/);
      expect(markdown.length).toBeLessThanOrEqual(longestComment);
    }),
  );
});
