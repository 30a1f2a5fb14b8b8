import { build } from 'esbuild';
import { expect, it } from 'vitest';

it.each([
  ['a client', 'src/client/index.ts', 'undici', 'the HTTP client only with its first request'],
  ['the provider', 'src/provider/index.ts', 'oauth4webapi', 'the OAuth library only for a login'],
  ['the provider', 'src/provider/index.ts', 'proper-lockfile', 'the file lock only for a login'],
])('a program that makes %s (%s, %s) loads %s', async (_what, entry, dependency) => {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    write: false,
    outdir: 'unwritten',
    metafile: true,
    logLevel: 'silent',
  });
  const loadedAtStart = new Set<string>();
  const load = (path: string) => {
    loadedAtStart.add(path);
    const output = metafile.outputs[path];
    for (const next of output?.imports ?? []) {
      if (next.kind === 'import-statement' && !loadedAtStart.has(next.path)) load(next.path);
    }
  };
  load('unwritten/index.js');
  const sources = (path: string) => Object.keys(metafile.outputs[path]?.inputs ?? {});
  const holdsIt = (path: string) =>
    sources(path).some(source => source.includes(`node_modules/${dependency}/`));
  expect([...loadedAtStart].filter(holdsIt)).toEqual([]);
  expect(Object.keys(metafile.outputs).some(holdsIt)).toBe(true);
});
