import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';

/**
 * What the name of a cache ends with. V8 refuses the cache of another version or other flags by itself, but does not
 * look at the patches that Node adds, nor at the processor. Nor does it look for damage: that the package is whole is
 * for Terraform to see, which compares its hash at every command.
 */
const suffix = `.${process.arch}-${process.versions.v8}.cache`;

interface Loaded {
  exports: unknown;
}

/**
 * From here on the files of this program are compiled from what V8 kept of them when the program was built, where that
 * was the same V8: Terraform starts a provider three times for a plan, and reading its text again is much of each.
 * Without a cache, or with a refused one, the text is compiled as ever (decision 11).
 */
export function useCodeCaches(): void {
  const ofNode = createRequire(__filename);
  const loaded = new Map<string, Loaded>();

  const run = (file: Loaded, path: string): void => {
    loaded.set(`./${basename(path)}`, file);
    compiled(path)(file.exports, load, file, path, __dirname);
  };

  /** All files are in one folder: Node's own way, which asks the file system about each, takes 3 % of a plan of one. */
  const load = (id: string): unknown => {
    const known = loaded.get(id);
    if (known !== undefined) return known.exports;
    if (!id.startsWith('./')) return ofNode(id);
    const file: Loaded = { exports: {} };
    run(file, join(__dirname, id));
    return file.exports;
  };

  // Deprecated, and never to go away (Node's documentation, modules, "require.extensions").
  ofNode.extensions['.cjs'] = run;
}

/** The programs hold ASCII only (scripts/build/bundle.ts), which is read faster as what it is. */
function compiled(path: string) {
  const text = readFileSync(path, 'latin1');
  const cachedData = cacheOf(path);
  return new Script(`(function(exports,require,module,__filename,__dirname){${text}\n})`, {
    filename: path,
    ...(cachedData && { cachedData }),
  }).runInThisContext();
}

function cacheOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path + suffix);
  } catch {
    return undefined;
  }
}
