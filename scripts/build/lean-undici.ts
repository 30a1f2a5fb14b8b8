import type { Plugin } from 'esbuild';

/** Parts of undici that our programs cannot reach, by how their paths end, and what one would have to do to reach them. */
const unreached = {
  // It is loaded with the first connection, used or not, and Node's own HTTP/2 with it.
  'dispatcher/client-h2.js': 'allowH2 is set',
  'web/fetch/body.js': 'a body is a form',
};

/** Modules of Node's that undici loads (5 ms with what they load themselves) for hardly anything; that is here. */
const hardlyUsed: Readonly<Record<string, string>> = {
  'node:assert':
    'module.exports = (held, message) => { if (!held) throw message instanceof Error ? message : new Error(message); };',
  // The default limit, and a class that it compares with those of bodies, of which ours are texts.
  'node:http': 'exports.maxHeaderSize = 16384; exports.IncomingMessage = class {};',
};

/** What a program reads at a launch it pays for: what is left in such a part's place says so, should it ever be reached. */
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
