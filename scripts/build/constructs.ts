import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { groupedBy } from '../../src/report/grouped';
import { command } from '../package/command';

const assembly = z.object({
  types: z.record(z.string(), z.object({ name: z.string(), kind: z.string(), symbolId: z.string() })),
});

/** One version of constructs serves both CDKs, so it is the least in the range of neither, as JSII6 wishes. */
const parameters = ['--fail-on-warnings', '--silence-warnings', 'JSII6'];

/** Compiles a package with jsii, and adds the folders to lib that users of prebuilt providers import. */
export async function compileConstructs(folder: string): Promise<void> {
  // Without this, lib would still contain the output of deleted sources.
  await rm(join(folder, 'lib'), { recursive: true, force: true });
  await command(process.execPath, [require.resolve('jsii/bin/jsii'), ...parameters], folder);
  await writeResourceFolders(folder);
}

const preamble = '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\n';

/**
 * Adds a folder to lib for the provider and for each resource and data source. Packages of cdktf's prebuilt
 * providers have them: users import `lib/provider`, `lib/webhook-endpoint` or `lib/data-svc-tenants`. A folder
 * re-exports the public types of its subject.
 */
async function writeResourceFolders(root: string): Promise<void> {
  const { types } = assembly.parse(JSON.parse(await readFile(join(root, '.jsii'), 'utf8')));
  const folders = groupedBy(Object.values(types).map(publicType), ({ module }) => folderOf(module));
  for (const [name, exported] of folders) {
    const folder = join(root, 'lib', name);
    const modules = [...groupedBy(exported, ({ module }) => module)];
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'index.js'), `${preamble}${modules.map(asCode).join('')}`);
    await writeFile(join(folder, 'index.d.ts'), modules.map(asTypes).join(''));
  }
}

type PublicType = ReturnType<typeof publicType>;

/** An interface has no value in JavaScript. The module is one in lib, for example `gen/api-key`. */
function publicType({ name, kind, symbolId }: z.infer<typeof assembly>['types'][string]) {
  const [module = ''] = symbolId.replace(/^src\/constructs\//, '').split(':');
  return { name, isValue: kind !== 'interface', module };
}

/** A subject's generated and hand-written modules share a folder. To users of cdktf, `svc-provider` is `provider`. */
function folderOf(module: string): string {
  return module.replace(/^gen\//, '').replace(/^svc-provider$/, 'provider');
}

/** With its extension: `../api-key` would be the folder to some resolvers. `exports.X =` is what ESM imports see. */
function asCode([module, types]: readonly [string, readonly PublicType[]]): string {
  const values = types.filter(({ isValue }) => isValue);
  return values.map(({ name }) => `exports.${name} = require("../${module}.js").${name};\n`).join('');
}

function asTypes([module, types]: readonly [string, readonly PublicType[]]): string {
  return `export { ${types.map(({ name }) => name).join(', ')} } from "../${module}.js";\n`;
}
