import { describe, expect, it } from 'vitest';
import { findBreaches, houseRules, longestFile } from './house-rules';
import { repositoryFiles } from './source-file';

const files = repositoryFiles();

/** For each rule a file that breaks it and one that just keeps it. */
const examples: Readonly<
  Record<keyof typeof houseRules, { breaks: [string, string]; keeps: [string, string] }>
> = {
  'files and folders are named in kebab-case': {
    breaks: ['src/client/apiKeys.ts', ''],
    keeps: ['src/client/contract/api-keys.ts', ''],
  },
  'no name says nothing': { breaks: ['src/client/utils.ts', ''], keeps: ['src/client/back-off.ts', ''] },
  'a file in src has one subject': {
    breaks: ['src/client/a.ts', 'x\n'.repeat(longestFile + 1)],
    keeps: ['src/client/a.ts', 'x\n'.repeat(longestFile)],
  },
  'nothing names a folder of one machine': {
    breaks: ['docs/a.md', ['see ', 'home', 'ann', 'notes'].join('/')],
    keeps: ['docs/a.md', 'see https://example.com/work/notes'],
  },
  'nothing but a bill of materials names the host of a package registry': {
    breaks: ['package-lock.json', `"resolved": "https://${['registry', 'npmjs', 'org'].join('.')}/x"`],
    keeps: ['package-lock.json', '"integrity": "sha512-x"'],
  },
  'only the contract spells a path of the platform': {
    breaks: ['src/sandbox/routes.ts', ['const path = `/v', '1/webhooks/$', '{id}`;'].join('')],
    keeps: ['src/client/contract/webhooks.ts', "const path = '/v1/webhooks';"],
  },
  'the plugin knows no product': {
    breaks: ['src/plugin/define/resource.ts', "const prefix = 'svc_';"],
    keeps: ['src/plugin/define/resource.ts', '/** As for a webhook. */ export const prefix = name;'],
  },
  'the client knows no Terraform': {
    breaks: ['src/client/errors.ts', 'export class TerraformError {}'],
    keeps: ['src/client/errors.ts', '// Terraform shows this message.\nexport class NotFound {}'],
  },
  'clock and randomness are handed in': {
    breaks: ['src/client/http/backoff.ts', 'const wait = Math.random() * 2;'],
    keeps: ['src/client/http/backoff.ts', 'const clock = Date.now; // not Date.now()'],
  },
  'no check is switched off': {
    breaks: ['src/client/a.ts', 'const a = b as unknown as C;'],
    keeps: ['test/types/a.test-d.ts', '// @ts-expect-error a misspelt attribute'],
  },
  'no test is narrowed or left out': {
    breaks: ['test/unit/a.test.ts', 'it.only("x", f);'],
    keeps: ['test/unit/a.test.ts', 'it.each([])("x", f);'],
  },
  'a module that tests share hooks into no file at import': {
    breaks: ['test/unit/fixture.ts', 'afterEach(clear);'],
    keeps: ['test/unit/fixture.ts', 'export function place() {\n  afterEach(clear);\n}'],
  },
};

describe.each(Object.entries(houseRules))('%s', (name, rule) => {
  it('holds in the whole repository', () => {
    expect(findBreaches(rule, files)).toEqual([]);
  });

  it('is broken by an example', () => {
    const [path, text] = examples[name]?.breaks ?? ['', ''];
    expect(findBreaches(rule, [{ path, text }])).toEqual([{ path, offence: expect.any(String) }]);
  });

  it('accepts a correct example', () => {
    const [path, text] = examples[name]?.keeps ?? ['none', ''];
    expect(findBreaches(rule, [{ path, text }])).toEqual([]);
  });
});
