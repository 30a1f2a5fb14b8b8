import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import {
  type BuildOptions,
  build,
  type Metafile,
  type OutputFile,
  type Plugin,
  type TransformOptions,
  transform,
} from 'esbuild';
import { leanUndici } from './lean-undici';

const repository = join(__dirname, '..', '..');

/** Major version of the oldest supported Node.js. */
const oldestNode = 20;

/**
 * First statement of the program, in syntax of Node.js 12: otherwise an older Node.js would only report a syntax
 * error. It prints to standard output: Terraform shows only the first line of it if a plugin does not start.
 */
const nodeCheck = `if (parseInt(process.versions.node, 10) < ${oldestNode}) {
  require("fs").writeSync(1, "This Terraform provider needs Node.js ${oldestNode} or newer; found " + process.version +
    " at " + process.execPath + ". Put a newer node first on PATH, or name one in SVC_NODE.\\n");
  process.exit(1);
}`;

/** Programs that are bundled together. */
export interface Programs {
  /** The files that start them, by their names. */
  readonly entries: Readonly<Record<string, string>>;
  /** Folder, within that of the programs, for what they share or load on demand. It is emptied first. */
  readonly parts: string;
  readonly minify: Pick<BuildOptions, 'minify' | 'minifySyntax' | 'minifyWhitespace'>;
  readonly plugins: Plugin[];
}

/** The provider, or another program in its place. It is in provider.cjs. */
export const providerIn = (entry = 'src/provider/main.ts'): Programs => ({
  entries: { provider: entry },
  parts: '.',
  minify: { minify: true },
  plugins: [leanUndici],
});

/**
 * Bundles programs into CommonJS files: their static imports, and one file for each `import()`, loaded on demand.
 * esbuild splits ES modules only, which Node.js loads more slowly than CommonJS. So each file is bundled as an ES
 * module and then converted. Returns the paths of all input files.
 */
export async function bundle(programs: Programs, directory: string): Promise<string[]> {
  const { outputFiles, metafile } = await compile(programs);
  await rm(join(directory, programs.parts), { recursive: true, force: true });
  await mkdir(join(directory, programs.parts), { recursive: true });
  const idle = Object.keys(metafile.outputs)
    .filter(path => isRuntimeOnly(metafile, path))
    .map(path => basename(path));
  await Promise.all(outputFiles.map(file => writeAsCommonJs(file, directory, idle, programs.minify)));
  return inputsOf(metafile);
}

/** Returns what `bundle` returns, without writing a file. */
export async function inputsOfBundle(programs: Programs): Promise<string[]> {
  return inputsOf((await compile(programs)).metafile);
}

const inputsOf = ({ inputs }: Metafile) => Object.keys(inputs).map(input => join(repository, input));

function compile({ entries, parts, minify, plugins }: Programs) {
  return build({
    ...minify,
    entryPoints: entries,
    // File names contain hashes of all paths given here, so the paths must be the same on every machine.
    absWorkingDir: repository,
    outdir: 'out',
    outExtension: { '.js': '.cjs' },
    chunkNames: `${parts}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // Not the default: esbuild removes unused code from ES modules only.
    mainFields: ['module', 'main'],
    target: `node${oldestNode}`,
    legalComments: 'none',
    plugins,
    metafile: true,
    write: false,
  });
}

/** Returns true for a file that contains only esbuild's helpers: an import that uses none of them costs time only. */
function isRuntimeOnly(metafile: Metafile, path: string): boolean {
  return Object.keys(metafile.outputs[path]?.inputs ?? {}).length === 0;
}

async function writeAsCommonJs(
  { path, text }: OutputFile,
  directory: string,
  idle: readonly string[],
  minify: Programs['minify'],
): Promise<void> {
  const code = idle.reduce((left, name) => left.replace(new RegExp(`import"[./\\w]*/${name}";`), ''), text);
  const target = `node${oldestNode}`;
  const own: TransformOptions =
    basename(path) === 'provider.cjs' ? { banner: nodeCheck, target: 'node12' } : { target };
  // Without dynamic imports, esbuild emits `require` in a promise.
  const supported = { 'dynamic-import': false };
  const converted = await transform(code, { ...own, ...minify, supported, format: 'cjs', platform: 'node' });
  await writeFile(join(directory, relative(join(repository, 'out'), path)), converted.code);
}
