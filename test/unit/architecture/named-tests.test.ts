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

it('CONTRIBUTING.md and the decisions name files that exist', () => {
  const files = ['src', 'scripts', 'test', 'examples/ci'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => `/${folder}/${name}`),
  );
  const texts = pages.filter(page => page.startsWith('docs/decisions')).concat('CONTRIBUTING.md');
  const text = texts.map(page => readFileSync(page, 'utf8')).join('\n');
  const mentioned = [...text.matchAll(/`([\w/-]+\.(?:ts|sh))`/g)].map(([, file]) => `/${file}`);
  expect(mentioned.length).toBeGreaterThan(5);
  expect(mentioned.filter(name => !files.some(file => file.endsWith(name)))).toEqual([]);
});
