import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import { name } from '../../package.json';
import { bundle, inputsOfBundle, providerIn } from './bundle';
import { writeNotices } from './notices';

const sandbox = 'src/sandbox/index.ts';

/**
 * Bundles the command line and the sandbox. The package cannot depend on its libraries: jsii refuses dependencies that are
 * not jsii modules. Names are kept for readable stack traces.
 */
export async function buildTools(): Promise<void> {
  const minify = { minifySyntax: true, minifyWhitespace: true };
  const programs = { entries: { cli: 'src/cli/main.ts', sandbox }, parts: 'parts', minify, plugins: [] };
  const inputs = await bundle(programs, 'dist');
  // The npm package holds the tools and, in its mirror, the provider. Its lists of bundled packages name those of both.
  await writeNotices('dist', name, [...inputs, ...(await inputsOfBundle(providerIn()))]);
  await writeFile(join('dist', 'sandbox.d.ts'), sandboxTypes());
  await chmod(join('dist', 'cli.cjs'), 0o755);
}

/** Returns the types that `src/sandbox/index.ts` exports, including imported ones, in one file. */
function sandboxTypes(): string {
  const [types = ''] = generateDtsBundle(
    [{ filePath: sandbox, output: { noBanner: true, exportReferencedTypes: false } }],
    { preferredConfigPath: 'tsconfig.json' },
  );
  return types;
}
