import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import { build, type Plugin } from 'esbuild';
import { name, version } from '../../package.json';
import { billFile, billOfMaterials } from './bill-of-materials';
import { inputsOfBundle, oldestNode } from './bundle';
import { bundledPackages } from './bundled-packages';
import { licenceTexts } from './licences';

const repository = join(__dirname, '..', '..');
const sandbox = join(repository, 'src', 'sandbox', 'index.ts');

/** Most of the command line. Most commands do not load them, and Node.js would parse them at each start. */
const largeLibraries = ['undici', 'zod'];

/** Leaves each large library to its own file beside the bundles. */
const largeLibrariesApart: Plugin = {
  name: 'large-libraries-apart',
  setup: ({ onResolve }) => {
    onResolve({ filter: new RegExp(`^(${largeLibraries.join('|')})$`) }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: `./${path}.cjs`, external: true },
    );
  },
};

/**
 * Bundles the command line, the sandbox and the large libraries of both into one file each. The package cannot depend
 * on its libraries: jsii refuses dependencies that are not jsii modules. Names are kept for readable stack traces.
 */
export async function buildTools(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const { metafile } = await build({
    entryPoints: {
      cli: join(repository, 'src', 'cli', 'main.ts'),
      sandbox,
      ...Object.fromEntries(largeLibraries.map(library => [library, require.resolve(library)])),
    },
    absWorkingDir: repository,
    outdir: directory,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    target: `node${oldestNode}`,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    // Node.js would find no named exports in the file of a library. Without dynamic imports, esbuild emits `require`.
    supported: { 'dynamic-import': false },
    plugins: [largeLibrariesApart],
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs).map(input => join(repository, input));
  const packages = bundledPackages([...inputs, ...(await inputsOfProvider())]);
  await writeFile(join(directory, 'THIRD-PARTY-LICENSES'), await licenceTexts(packages));
  await writeFile(join(directory, billFile), billOfMaterials(name, version, packages));
  await writeFile(join(directory, 'sandbox.d.ts'), sandboxTypes());
  await chmod(join(directory, 'cli.cjs'), 0o755);
}

/** The npm package holds the tools and, in its mirror, the provider. Its lists of bundled packages name those of both. */
function inputsOfProvider(): Promise<readonly string[]> {
  return inputsOfBundle(join(repository, 'src', 'provider', 'main.ts'));
}

/** Returns the types that `src/sandbox/index.ts` exports, including imported ones, in one file. */
function sandboxTypes(): string {
  const [types = ''] = generateDtsBundle(
    [{ filePath: sandbox, output: { noBanner: true, exportReferencedTypes: false } }],
    { preferredConfigPath: join(repository, 'tsconfig.json') },
  );
  return types;
}
