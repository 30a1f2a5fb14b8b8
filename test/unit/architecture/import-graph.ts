import { posix } from 'node:path';
import ts from 'typescript';
import { isTypeScript, type SourceFile } from './source-file';

/** A file of src, and the files of ours that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Imports of types count: who reads one file has to read the other one too. */
export function importGraph(files: readonly SourceFile[]): ImportGraph {
  const sources = files.filter(({ path }) => path.startsWith('src/') && isTypeScript(path));
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(sources.map(file => [file.path, targetsOf(file, paths)]));
}

function targetsOf({ path, text }: SourceFile, paths: ReadonlySet<string>): readonly string[] {
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    const target = posix.join(posix.dirname(path), fileName);
    const found = [target, `${target}.ts`, `${target}/index.ts`].find(candidate => paths.has(candidate));
    return found === undefined ? [] : [found];
  });
}

/** Each group of files that import each other, directly or by way of others of the group. */
export function findCircles(graph: ImportGraph): readonly (readonly string[])[] {
  const reach = new Map([...graph.keys()].map(path => [path, reachableFrom(path, graph)]));
  const circleOf = (path: string) =>
    [...(reach.get(path) ?? [])].filter(other => reach.get(other)?.has(path)).sort();
  const circles = new Map([...graph.keys()].map(path => [circleOf(path).join(' '), circleOf(path)]));
  return [...circles.values()].filter(circle => circle.length > 0);
}

function reachableFrom(path: string, graph: ImportGraph): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(path) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return seen;
}

/**
 * The rooms inside some parts of src, from the top down: a file imports from its own room and from rooms below it.
 * `.` is the part's own folder.
 */
export const orderOfRooms: Readonly<Record<string, readonly string[]>> = {
  'src/client': ['.', 'collections', 'oauth', 'http', 'http/connections', 'errors', 'contract', 'redaction'],
  'src/plugin': [
    'process',
    'docs',
    'rpc',
    'rpc/session',
    'planning',
    'values',
    'define',
    'go-plugin',
    'grpc',
    'grpc/http2',
    'protocol',
    '.',
  ],
  'src/sandbox': ['.', 'routes', 'platform', 'deliveries', 'oauth', 'faults', 'store', 'collections', 'http'],
};

/** Imports that lead up, and files in no room of the order. */
export function findClimbs(graph: ImportGraph): readonly string[] {
  return [...graph].flatMap(([path, targets]) => {
    const part = posix.join(...path.split('/').slice(0, 2));
    const rooms = orderOfRooms[part];
    if (rooms === undefined) return [];
    const level = (file: string) => rooms.indexOf(roomOf(file, part, rooms));
    if (level(path) < 0) return [`${path} is in no room`];
    return targets
      .filter(target => target.startsWith(`${part}/`) && level(target) < level(path))
      .map(target => `${path} imports ${target}, which is above it`);
  });
}

function roomOf(file: string, part: string, rooms: readonly string[]): string {
  const folder = posix.relative(part, posix.dirname(file)) || '.';
  const fits = rooms.filter(room => folder === room || folder.startsWith(`${room}/`));
  return fits.sort((one, other) => other.length - one.length)[0] ?? 'none';
}
