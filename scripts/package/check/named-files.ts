import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

const texts: z.ZodType<readonly string[]> = z.lazy(() =>
  z.union([
    z.string().transform(text => [text]),
    z.record(z.string(), texts).transform(entries => Object.values(entries).flat()),
  ]),
);

const manifest = z.object({
  main: texts,
  types: texts,
  bin: texts,
  exports: texts,
  files: z.array(z.string()),
});

/** Files that a package of ours has, whether its manifest names them or not. */
const always = [
  'README.md',
  'LICENSE',
  'dist/mirror',
  'dist/THIRD-PARTY-LICENSES',
  'dist/bill-of-materials.cdx.json',
];

/**
 * Checks that an unpacked npm package has every file that its manifest names.
 *
 * @throws one error, which names all missing files
 */
export function demandNamedFiles(tarball: string, unpacked: string): void {
  const { files, ...entries } = manifest.parse(
    JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')),
  );
  const reasons = new Map<string, string>();
  // A pattern of `exports` names no single file.
  for (const [field, paths] of Object.entries({ ...entries, files: [...files, ...always] }))
    for (const path of paths.filter(each => !each.includes('*')).map(each => each.replace(/^\.\//, '')))
      reasons.set(path, reasons.get(path) ?? field);
  const missing = [...reasons].filter(([path]) => !existsSync(join(unpacked, path)));
  if (missing.length === 0) return;
  const lines = missing.map(([path, field]) => `    ${path} (needed by "${field}" in package.json)`);
  throw new Error(
    `${basename(tarball)} lacks files:\n\n${lines.join('\n')}\n\n` +
      'Name them in "files" of package.json, then run:\n\n    npm run build && npm run package',
  );
}
