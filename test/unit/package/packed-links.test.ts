import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const packed = z.array(z.object({ files: z.array(z.object({ path: z.string() })) }));

/** The files of the tarball, by npm's own choice. */
function filesOfTarball(): string[] {
  const parameters = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [tarball] = packed.parse(JSON.parse(execFileSync('npm', parameters, { encoding: 'utf8' })));
  return tarball?.files.map(({ path }) => path) ?? [];
}

const files = filesOfTarball();
const pages = files.filter(file => file.endsWith('.md'));

/** Links of a page to other files of this project, from the project's root. */
function linksOf(page: string): string[] {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links
    .filter(target => !/^(?:[a-z]+:|#)/.test(target))
    .map(target => posix.join(posix.dirname(page), target.replace(/#.*/, '')));
}

describe('a reader of the package in node_modules or on npm', () => {
  it('finds README and the pages that it names', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/secrets.md', 'SECURITY.md']));
  });

  it.each(pages)('finds all that %s links to', page => {
    expect(linksOf(page).filter(target => !files.includes(target))).toEqual([]);
  });
});
