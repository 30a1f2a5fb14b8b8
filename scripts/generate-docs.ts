import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { referencePages } from '../src/plugin/docs/markdown';
import { svc } from '../src/provider';

/** Folders of the examples in the reference. Each example runs unchanged. */
const folders = {
  provider: 'examples/provider',
  resource: 'examples/resources',
  'data-source': 'examples/data-sources',
  function: 'examples/functions',
};

for (const generated of ['docs/resources', 'docs/data-sources', 'docs/functions'])
  rmSync(generated, { recursive: true, force: true });

const pages = referencePages(svc, (kind, name) => {
  const folder = kind === 'provider' ? folders.provider : join(folders[kind], name);
  return readFileSync(join(folder, 'main.tf'), 'utf8');
});
for (const { path, text } of pages) {
  const file = join('docs', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
process.stdout.write(`wrote ${pages.length} pages of reference\n`);
