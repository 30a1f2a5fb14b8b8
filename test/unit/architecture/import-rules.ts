import { posix } from 'node:path';
import ts from 'typescript';
import { type Finding, isTypeScript, type SourceFile } from './source-file';

/**
 * The rooms of src and what each may import of ours: a folder, or single files of it. Every room may import
 * itself. The islands, plugin, client, risks and the rules of a policy, know nothing of each other; files is below all. A room inside a room has its
 * own rule.
 */
export const allowedImports: Readonly<Record<string, readonly string[]>> = {
  plugin: [],
  files: [],
  client: ['files'],
  risks: [],
  provider: ['plugin', 'client', 'risks'],
  sandbox: ['client/contract', 'files'],
  constructs: [],
  'constructs/installation': [],
  'constructs/policy/rules': [],
  report: ['risks', 'constructs/policy/rules', 'client'],
  // jsii compiles its own room only. What the other rooms need, too, is a room in it that imports nothing.
  cli: [
    'files',
    'plugin',
    'client',
    'risks',
    'provider',
    'sandbox',
    'report',
    'constructs/installation',
    'constructs/policy/rules',
  ],
};

/**
 * Packages that may be imported in some rooms only: what belongs to a room would pull that room's subject, or its
 * cost at each of Terraform's launches, into another.
 */
export const homesOfPackages: Readonly<Record<string, readonly string[]>> = {
  '@msgpack/msgpack': ['plugin'],
  '@bufbuild/protobuf': ['plugin'],
  undici: ['client', 'sandbox'],
  hono: ['sandbox'],
  '@hono/node-server': ['sandbox'],
  oauth4webapi: ['client', 'cli'],
  commander: ['cli'],
  '@jahed/terraform': ['cli'],
  cdktf: ['constructs'],
  constructs: ['constructs'],
};

export function findForbiddenImports(files: readonly SourceFile[]): readonly Finding[] {
  return files
    .filter(({ path }) => path.startsWith('src/') && isTypeScript(path))
    .flatMap(file =>
      importsOf(file).flatMap(specifier => {
        const offence = offenceOf(file.path, specifier);
        return offence === undefined ? [] : [{ path: file.path, offence }];
      }),
    );
}

/** Static, dynamic, type-only and re-exported imports alike. */
function importsOf(file: SourceFile): readonly string[] {
  return ts.preProcessFile(file.text, true, true).importedFiles.map(found => found.fileName);
}

function offenceOf(path: string, specifier: string): string | undefined {
  const room = roomOf(path);
  const allowed = allowedImports[room];
  if (allowed === undefined) return `imports ${specifier}, and src/${room} is no room of the house`;
  if (!specifier.startsWith('.')) return packageOffence(room, specifier);
  const target = posix.join(posix.dirname(path), specifier);
  if (target === 'package.json' && room === 'cli') return undefined;
  if (!target.startsWith('src/')) return `imports ${specifier}, which is outside src`;
  const inside = target.slice('src/'.length);
  const fits = [room, ...allowed].some(entry => inside === entry || inside.startsWith(`${entry}/`));
  return fits
    ? undefined
    : `imports ${specifier}, and ${room} may import ${allowed.join(', ') || 'nothing of ours'}`;
}

function roomOf(path: string): string {
  const folder = posix.dirname(path).slice('src/'.length);
  const rooms = Object.keys(allowedImports).filter(room => `${folder}/`.startsWith(`${room}/`));
  return rooms.sort((one, other) => other.length - one.length)[0] ?? folder;
}

function packageOffence(room: string, specifier: string): string | undefined {
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
  const homes = homesOfPackages[name];
  if (homes === undefined || homes.includes(room)) return undefined;
  return `imports ${name}, which belongs to ${homes.join(' and ')}`;
}
