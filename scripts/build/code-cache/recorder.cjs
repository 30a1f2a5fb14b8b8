// Preloaded into a built provider: when it ends, leaves beside each of its files what V8 has compiled of it by then.
const fs = require('node:fs');
const v8 = require('node:v8');
const vm = require('node:vm');

/** As src/plugin/launch/code-cache.ts looks for it. */
const suffix = `.${process.arch}-${process.versions.v8}.cache`;
/** @type {Map<string, import('node:vm').Script>} */
const scripts = new Map();

Object.assign(vm, {
  Script: new Proxy(vm.Script, {
    construct(target, parameters) {
      const script = Reflect.construct(target, parameters);
      scripts.set(parameters[1].filename, script);
      return script;
    },
  }),
});
// A process refuses what another has made under other flags, and the next one begins with the usual ones.
Object.assign(v8, { setFlagsFromString: () => {} });

process.on('exit', () => {
  for (const [path, script] of scripts) fs.writeFileSync(`${path}${suffix}`, script.createCachedData());
});
