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

/** Modules of Node.js that undici loads (5 ms with their dependencies) but hardly uses, with our replacements. */
const hardlyUsed: Readonly<Record<string, string>> = {
  'node:assert':
    'module.exports = (held, message) => { if (!held) throw message instanceof Error ? message : new Error(message); };',
  // The default limit, and a class that undici compares bodies with. Our bodies are strings.
  'node:http': 'exports.maxHeaderSize = 16384; exports.IncomingMessage = class {};',
};

/** Replaces a left-out part and everything in it. A call throws an error that names the condition. */
function standIn(path: string): string | undefined {
  if (path === 'web/cache/cachestorage') return cacheStorage;
  const condition = unreached.find(({ paths }) => paths.test(path))?.condition;
  if (condition === undefined) return undefined;
  const reason = JSON.stringify(`This part of undici was left out: ${condition}.`);
  return `module.exports = new Proxy(function () { throw new Error(${reason}); }, { get: part => part });`;
}

/** Replaces unused parts of undici: every launch that calls the platform reads the bundled file. */
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
