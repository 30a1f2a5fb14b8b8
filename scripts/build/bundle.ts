import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Metafile, type OutputFile, type TransformOptions, transform } from 'esbuild';
import { leanUndici } from './lean-undici';

const repository = join(__dirname, '..', '..');

/** Major version of the oldest supported Node.js. */
export const oldestNode = 20;

/**
 * First statement of the program, in syntax of Node.js 12: otherwise an older Node.js would only report a syntax
 * error. It prints to standard output: Terraform shows only the first line of it if a plugin does not start.
 */
const nodeCheck = `if (parseInt(process.versions.node, 10) < ${oldestNode}) {
  require("fs").writeSync(1, "This Terraform provider needs Node.js ${oldestNode} or newer; found " + process.version +
    " at " + process.execPath + ". Put a newer node first on PATH, or name one in SVC_NODE.\\n");
  process.exit(1);
}`;

/**
 * Bundles a program into CommonJS files: its static imports, and one file for each `import()`, loaded on demand.
 * esbuild splits ES modules only, which Node.js loads more slowly than CommonJS. So each file is bundled as an ES
 * module and then converted. Returns the paths of all input files.
 *
 * @param directory emptied first; the program in it is provider.cjs
 */
export async function bundle(entry: string, directory: string): Promise<string[]> {
  const { outputFiles, metafile } = await compile(entry);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const idle = Object.keys(metafile.outputs)
    .filter(path => isRuntimeOnly(metafile, path))
    .map(path => basename(path));
  await Promise.all(outputFiles.map(file => writeAsCommonJs(file, directory, idle)));
  return inputsOf(metafile);
}

/** Returns what `bundle` returns, without writing a file. */
export async function inputsOfBundle(entry: string): Promise<string[]> {
  return inputsOf((await compile(entry)).metafile);
}

const inputsOf = ({ inputs }: Metafile) => Object.keys(inputs).map(input => join(repository, input));

function compile(entry: string) {
  return build({
    entryPoints: { provider: entry },
    // File names contain hashes of all paths given here, so the paths must be the same on every machine.
    absWorkingDir: repository,
    outdir: 'out',
    outExtension: { '.js': '.cjs' },
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // Not the default: esbuild removes unused code from ES modules only.
    mainFields: ['module', 'main'],
    target: `node${oldestNode}`,
    minify: true,
    legalComments: 'none',
    plugins: [leanUndici],
    metafile: true,
    write: false,
  });
}

/** Returns true for a file that contains only esbuild's helpers: an import that uses none of them costs time only. */
function isRuntimeOnly(metafile: Metafile, path: string): boolean {
  return Object.keys(metafile.outputs[path]?.inputs ?? {}).length === 0;
}

async function writeAsCommonJs(file: OutputFile, directory: string, idle: readonly string[]): Promise<void> {
  const text = idle.reduce((code, name) => code.replace(`import"./${name}";`, ''), file.text);
  const target = `node${oldestNode}`;
  const own: TransformOptions =
    basename(file.path) === 'provider.cjs' ? { banner: nodeCheck, target: 'node12' } : { target };
  // Without dynamic imports, esbuild emits `require` in a promise.
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
