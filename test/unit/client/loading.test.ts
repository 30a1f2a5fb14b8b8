import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('a program that creates a client loads the HTTP client only with its first request', async () => {
  const { metafile } = await build({
    entryPoints: ['src/client/index.ts'],
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
  const holdsUndici = (path: string) => sources(path).some(source => source.includes('/undici/'));
  expect([...loadedAtStart].filter(holdsUndici)).toEqual([]);
  expect(Object.keys(metafile.outputs).some(holdsUndici)).toBe(true);
});
