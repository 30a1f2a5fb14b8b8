import type { Plugin } from 'esbuild';

/** Parts of undici that our programs do not reach, by paths below its `lib`, and what a program would do to reach one. */
const unreached: readonly { readonly paths: RegExp; readonly condition: string }[] = [
  // undici loads its HTTP/2 with the first connection, used or not, and Node's own HTTP/2 with it.
  { paths: /^dispatcher\/(client-h2|h2c-client)$/, condition: 'allowH2 is set' },
  { paths: /^dispatcher\/(balanced-pool|round-robin-pool)$/, condition: 'there are several servers' },
  { paths: /^dispatcher\/socks5-/, condition: 'the proxy speaks SOCKS' },
  {
    paths: /^(web|api\/api-(request|stream|pipeline|upgrade)$)/,
    condition: 'not dispatch, but fetch is called',
  },
  { paths: /^(mock|interceptor|cache|dispatcher\/retry-agent$)/, condition: 'undici retries or caches' },
  { paths: /^handler\/(retry|redirect|decorator)-handler$/, condition: 'undici retries or redirects' },
  // The same parser without SIMD instructions is used where this one cannot be compiled: one of the two is enough.
  { paths: /^llhttp\/llhttp_simd-wasm$/, condition: 'the parser uses SIMD instructions' },
];

/** undici's index makes one of these while it is loaded. */
const cacheStorage = 'exports.CacheStorage = class {};';

/** Modules of Node's that undici loads (5 ms with what they load themselves) for hardly anything; that is here. */
const hardlyUsed: Readonly<Record<string, string>> = {
  'node:assert':
    'module.exports = (held, message) => { if (!held) throw message instanceof Error ? message : new Error(message); };',
  // The default limit, and a class that it compares with those of bodies, of which ours are texts.
  'node:http': 'exports.maxHeaderSize = 16384; exports.IncomingMessage = class {};',
};

/** Stands for a part that is left out and for everything in it: a call throws an error that names the condition. */
function standIn(path: string): string | undefined {
  if (path === 'web/cache/cachestorage') return cacheStorage;
  const condition = unreached.find(({ paths }) => paths.test(path))?.condition;
  if (condition === undefined) return undefined;
  const reason = JSON.stringify(`This part of undici was left out: ${condition}.`);
  return `module.exports = new Proxy(function () { throw new Error(${reason}); }, { get: part => part });`;
}

/** Bundles undici's index with the parts that a launch needs: every launch that calls the platform reads the file. */
export const leanUndici: Plugin = {
  name: 'lean-undici',
  setup: ({ onLoad, onResolve }) => {
    onLoad({ filter: /[\\/]undici[\\/]lib[\\/].*\.js$/ }, ({ path }) => {
      const [, part = ''] = /[\\/]undici[\\/]lib[\\/](.*)\.js$/.exec(path) ?? [];
      const contents = standIn(part.replaceAll('\\', '/'));
      return contents === undefined ? undefined : { contents, loader: 'js' };
    });
    const namespace = 'hardly-used';
    onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      path in hardlyUsed && /[\\/]undici[\\/]lib[\\/]/.test(importer) ? { path, namespace } : undefined,
    );
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: hardlyUsed[path] ?? '', loader: 'js' }));
  },
};
