import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Metafile, type OutputFile, type TransformOptions, transform } from 'esbuild';
import { leanUndici } from './lean-undici';

export interface BundleOptions {
  /** The TypeScript file whose import starts the program; the program is `<name>.cjs`. */
  entry: string;
  name: string;
  /** Emptied first. */
  directory: string;
}

const repository = join(__dirname, '..', '..');

/** The oldest Node the program runs on, by its first number. */
export const oldestNode = 20;

/**
 * First in the program, in words that Node 12 reads: an older Node would only show a syntax error. On standard
 * output, whose first line is all that Terraform shows of a plugin that does not start.
 */
const nodeCheck = `if (parseInt(process.versions.node, 10) < ${oldestNode}) {
  require("fs").writeSync(1, "This Terraform provider needs Node.js ${oldestNode} or newer; found " + process.version +
    " at " + process.execPath + ". Put a newer node first on PATH, or name one in SVC_NODE.\\n");
  process.exit(1);
}`;

/**
 * Bundles a program into CommonJS files beside each other: what it imports, and one file for each `import()`,
 * read when that is reached. esbuild splits ES modules only, which Node starts more slowly than CommonJS; so
 * each piece is bundled as the one and then turned into the other. Returns the paths of all files that went in.
 */
export async function bundle({ entry, name, directory }: BundleOptions): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: { [name]: entry },
    // The files' names have hashes over all paths given here, so those must be the same everywhere.
    absWorkingDir: repository,
    outdir: 'out',
    outExtension: { '.js': '.cjs' },
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // Not the default: of ES modules esbuild leaves out what nobody uses.
    mainFields: ['module', 'main'],
    target: `node${oldestNode}`,
    minify: true,
    legalComments: 'none',
    plugins: [leanUndici],
    metafile: true,
    write: false,
  });
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const idle = Object.keys(metafile.outputs)
    .filter(path => isRuntimeOnly(metafile, path))
    .map(path => basename(path));
  await Promise.all(outputFiles.map(file => writeAsCommonJs(file, `${name}.cjs`, directory, idle)));
  return Object.keys(metafile.inputs).map(input => join(repository, input));
}

/** Such a piece holds esbuild's own helpers: to import it without using one costs a file and does nothing. */
function isRuntimeOnly(metafile: Metafile, path: string): boolean {
  return Object.keys(metafile.outputs[path]?.inputs ?? {}).length === 0;
}

async function writeAsCommonJs(
  file: OutputFile,
  entryName: string,
  directory: string,
  idle: readonly string[],
): Promise<void> {
  const text = idle.reduce((code, name) => code.replace(`import"./${name}";`, ''), file.text);
  const target = `node${oldestNode}`;
  const own: TransformOptions =
    basename(file.path) === entryName ? { banner: nodeCheck, target: 'node12' } : { target };
  // Without dynamic imports esbuild writes them as a `require` behind a promise.
  const supported = { 'dynamic-import': false };
  const { code } = await transform(text, {
    ...own,
    supported,
    format: 'cjs',
    platform: 'node',
    minify: true,
  });
  await writeFile(join(directory, basename(file.path)), code);
}
