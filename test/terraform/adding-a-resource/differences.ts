import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HouseCopy } from '../../harness/house-copy';

interface Change {
  /** Empty for a further line of the difference before. */
  readonly what: string;
  /** Files, or folders of which each file may have the text. */
  readonly paths: readonly string[];
  readonly before: string;
  readonly after: string;
}

/** The rows of the page's last table. */
export function differences(): readonly Change[] {
  const [, section = ''] = readFileSync('ADDING-A-RESOURCE.md', 'utf8').split('## The platform differs');
  const rows = section.matchAll(/^\| ?(.*?) ?\| (`[^|]+`) \| `(.+?)` \| `(.+?)` \|$/gm);
  return [...rows].map(([, what = '', paths = '', before = '', after = '']) => ({
    what,
    paths: paths.split(', ').map(path => path.replaceAll('`', '')),
    before,
    after: after.replaceAll('\\|', '|'),
  }));
}

/** Writes a row into a copy. @throws {Error} if one of its places does not have the text */
export async function differ(house: HouseCopy, { paths, before, after }: Change): Promise<void> {
  for (const path of paths) {
    const files = path.endsWith('.ts') ? [path] : readdirSync(path).map(name => join(path, name));
    const texts = await Promise.all(files.map(file => readFile(join(house.folder, file), 'utf8')));
    if (!texts.some(text => text.includes(before))) throw new Error(`${path} does not have ${before}`);
    for (const [index, file] of files.entries())
      await writeFile(join(house.folder, file), texts[index]?.replaceAll(before, () => after) ?? '');
  }
}
