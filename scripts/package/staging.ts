import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const manifest = z.looseObject({ files: z.array(z.string()), scripts: z.unknown().optional() });

/** npm adds these to the files that a manifest names. */
const always = ['README.md', 'LICENSE'];

/**
 * Copies what a package publishes into an empty folder, with files in the place of links. Its manifest has no scripts:
 * they need a clone. So npm and jsii-pacmak pack that folder without touching the clone.
 *
 * @throws if a file is missing
 */
export function stage(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const { scripts: _scripts, ...published } = manifest.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const paths = [...published.files, ...always];
  const missing = paths.filter(path => !existsSync(join(root, path)));
  if (missing.length > 0)
    throw new Error(
      `${missing.join(', ')} is missing, and "files" of package.json names it. Make it with:\n\n    npm run build`,
    );
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true, dereference: true });
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}
