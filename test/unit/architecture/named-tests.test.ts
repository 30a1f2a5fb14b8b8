import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const pages = ['docs', 'docs/decisions'].flatMap(folder =>
  readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name)),
);
const named = pages.flatMap(page =>
  [...readFileSync(page, 'utf8').matchAll(/`(test\/[\w/-]+\.test\.ts)`(?:: "([^"]+)")?/g)].map(
    ([, file = '', words = '']) => [page, file, words] as const,
  ),
);

it.each(named)('%s: the test %s exists and says %j', (_page, file, words) => {
  expect(readFileSync(file, 'utf8')).toContain(words);
});
