import { posix } from 'node:path';
import ts from 'typescript';
import { type Finding, isTypeScript, type SourceFile } from './source-file';

/**
 * The rooms of src and what each may import of ours: a folder, or single files of it. Every room may import
 * itself. The islands, plugin, client, risks and the rules of a policy, know nothing of each other; files, words
 * and constructs/addresses are below all. A room inside a room has its own rule.
 */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  plugin: [],
  files: [],
  words: [],
  client: ['files', 'words', 'constructs/addresses'],
  risks: ['words', 'constructs/addresses', 'constructs/checks/did-you-mean'],
  provider: ['plugin', 'client', 'risks', 'words', 'constructs/addresses', 'constructs/checks/did-you-mean'],
  sandbox: ['client/contract', 'constructs/addresses'],
  constructs: [],
  'constructs/installation': [],
  // The one reading of addresses: a policy, a plan and the platform must find the same host.
  'constructs/addresses': [],
  'constructs/policy/rules': ['constructs/addresses'],
  report: [
    'risks',
    'words',
    'constructs/policy/rules',
    'constructs/gen/secret-arguments',
    'constructs/gen/platform-operation',
    'client/contract/catalogue',
    // A report and the provider must find the same age.
    'client/contract/time',
  ],
  // jsii compiles its own room only. What the other rooms need, too, is a room in it that imports nothing.
  cli: [
    'files',
    'words',
    'client',
    'risks',
    'provider',
    'sandbox',
    'report',
    'constructs/installation',
    'constructs/addresses',
    'constructs/checks/did-you-mean',
    'constructs/checks/camel-case',
    'constructs/policy/rules',
  ],
};

/**
 * The folders inside some rooms, from the top down: a file imports from its own folder and from folders below it. `.`
 * is the room's own folder. Biome finds cycles.
 */
const orderOfFolders: Readonly<Record<string, string>> = {
  client: 'doctor . collections oauth http http/connections errors receivers contract redaction',
  plugin: 'process docs rpc rpc/session planning values define go-plugin grpc grpc/http2 protocol .',
  sandbox: '. routes platform deliveries oauth faults store collections http dialects',
};

/**
 * Packages that may be imported in some rooms only: what belongs to a room would pull that room's subject, or its
 * cost at each of Terraform's launches, into another.
 */
const homesOfPackages: Readonly<Record<string, readonly string[]>> = {
  '@msgpack/msgpack': ['plugin'],
  '@bufbuild/protobuf': ['plugin'],
  undici: ['client'],
  hono: ['sandbox'],
  '@hono/node-server': ['sandbox'],
  oauth4webapi: ['client', 'cli'],
  commander: ['cli'],
  '@jahed/terraform': [],
  cdktf: ['constructs'],
  constructs: ['constructs'],
};

/** Static, dynamic, type-only and re-exported imports alike. */
export function findForbiddenImports(files: readonly SourceFile[]): readonly Finding[] {
  const sources = files.filter(({ path }) => path.startsWith('src/') && isTypeScript(path));
  const folders = new Set(sources.map(({ path }) => posix.dirname(path)));
  return sources.flatMap(({ path, text }) =>
    ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => {
      const offence = fileName.startsWith('.')
        ? offenceOf(path, posix.join(posix.dirname(path), fileName), folders)
        : packageOffence(path, fileName);
      return offence === undefined ? [] : [{ path, offence }];
    }),
  );
}

function offenceOf(path: string, target: string, folders: ReadonlySet<string>): string | undefined {
  const room = nearest(Object.keys(allowedImports), inside(path));
  const allowed = allowedImports[room];
  if (allowed === undefined) return 'is in no room of the house';
  if (target === 'package.json' && room === 'cli') return undefined;
  const fits = [room, ...allowed].some(entry => `${target}/`.startsWith(`src/${entry}/`));
  if (!fits) return `imports ${target}, and ${room} may import ${allowed.join(', ') || 'nothing of ours'}`;
  const order = orderOfFolders[room]?.split(' ');
  if (order === undefined || !target.startsWith(`src/${room}/`)) return undefined;
  const level = (folder: string) => order.indexOf(nearest(order, posix.relative(`src/${room}`, folder)));
  const [from, to] = [posix.dirname(path), folders.has(target) ? target : posix.dirname(target)];
  if (level(from) < 0) return `is in no folder of ${room}`;
  return level(to) < level(from) ? `imports ${target}, which is above it` : undefined;
}

const inside = (path: string) => posix.relative('src', posix.dirname(path));

/** The innermost of the folders that contains the path; `.` contains only its own files. */
function nearest(folders: readonly string[], path: string): string {
  const fits = folders.filter(folder => `${path || '.'}/`.startsWith(`${folder}/`));
  return fits.sort((one, other) => other.length - one.length)[0] ?? 'none';
}

function packageOffence(path: string, specifier: string): string | undefined {
  const [scope = '', name = ''] = specifier.split('/');
  const homes = homesOfPackages[scope.startsWith('@') ? `${scope}/${name}` : scope];
  if (homes === undefined || homes.some(home => inside(path).startsWith(home))) return undefined;
  return `imports ${specifier}, which belongs to ${homes.join(' and ')}`;
}
