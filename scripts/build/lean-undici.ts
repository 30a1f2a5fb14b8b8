import type { Plugin } from 'esbuild';

/** Parts of undici that our programs never use, by the end of their paths, and the condition under which they would. */
const unreached = {
  // undici loads it with the first connection, used or not, and Node.js's HTTP/2 with it.
  'dispatcher/client-h2.js': 'allowH2 is set',
  'web/fetch/body.js': 'a body is a form',
};

/** Modules of Node.js that undici loads (5 ms with their dependencies) but hardly uses, with our replacements. */
const hardlyUsed: Readonly<Record<string, string>> = {
  'node:assert':
    'module.exports = (held, message) => { if (!held) throw message instanceof Error ? message : new Error(message); };',
  // The default limit, and a class that undici compares bodies with. Our bodies are strings.
  'node:http': 'exports.maxHeaderSize = 16384; exports.IncomingMessage = class {};',
};

/**
 * Replaces unused parts of undici, since each loaded file slows a launch. A replacement throws an error that names
 * its condition.
 */
export const leanUndici: Plugin = {
  name: 'lean-undici',
  setup: ({ onLoad, onResolve }) => {
    for (const [path, condition] of Object.entries(unreached)) {
      const reason = JSON.stringify(`This part of undici was left out: ${condition}.`);
      const contents = `module.exports = () => { throw new Error(${reason}); };`;
      const filter = new RegExp(`undici/lib/${path}$`.replaceAll('/', '[\\\\/]').replaceAll('.', '\\.'));
      onLoad({ filter }, () => ({ contents, loader: 'js' }));
    }
    const namespace = 'hardly-used';
    onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      path in hardlyUsed && /[\\/]undici[\\/]lib[\\/]/.test(importer) ? { path, namespace } : undefined,
    );
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: hardlyUsed[path] ?? '', loader: 'js' }));
  },
};
