/**
 * `npm run generate` writes all generated files that are committed. With `--check` (`npm run check:fresh`) it also
 * fails if they have changed. The new text stays: commit it.
 */
import { execaSync } from 'execa';
import { filesBelow, fingerprintOf } from './ready/products.mjs';

/** The committed files and folders that each script of package.json writes, in the order of their dependencies. */
const generators: Readonly<Record<string, readonly string[]>> = {
  'generate:protocol': ['src/plugin/protocol/gen'],
  'generate:bindings': ['src/constructs/gen'],
  'generate:docs': ['docs/index.md', 'docs/resources', 'docs/data-sources', 'docs/functions'],
  'generate:report-schema': ['docs/report.schema.json'],
};

let isStale = false;
for (const [script, paths] of Object.entries(generators)) {
  const before = snapshot(paths);
  execaSync('npm', ['run', '--silent', script], { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' });
  const after = snapshot(paths);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    file => before.get(file) !== after.get(file),
  );
  console.log(`${changed.length === 0 ? 'fresh' : 'CHANGED'}  ${[script, ...changed].join('\n  ')}`);
  isStale ||= changed.length > 0;
}
if (process.argv.includes('--check') && isStale) {
  console.error('Some files differ from what their generator writes. Commit the new ones.');
  process.exitCode = 1;
}

// Compares contents, not git's index: so the check also works in a working tree with other changes.
function snapshot(paths: readonly string[]): Map<string, string> {
  return new Map(paths.flatMap(filesBelow).map(file => [file, fingerprintOf([file])]));
}
