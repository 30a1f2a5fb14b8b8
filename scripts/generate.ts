/**
 * `npm run generate` writes all generated files that are committed. With `--check` (`npm run check:fresh`) it also
 * fails if they have changed. The new text stays: commit it.
 */
import { spawnSync } from 'node:child_process';
import { generators } from './generators';
import { filesBelow, fingerprintOf } from './ready/products.mjs';

const stale: string[] = [];
for (const { script, paths } of generators()) {
  const before = snapshot(paths);
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    console.error(`${script} failed`);
    process.exit(1);
  }
  const after = snapshot(paths);
  const files = new Set([...before.keys(), ...after.keys()]);
  const changed = [...files].filter(file => before.get(file) !== after.get(file));
  console.log(`${changed.length === 0 ? 'fresh' : 'CHANGED'}  ${script} (${after.size} files)`);
  stale.push(...changed);
}
if (process.argv.includes('--check') && stale.length > 0) {
  console.error(
    `These files differ from what their generator writes; commit the new ones:\n${stale.join('\n')}`,
  );
  process.exitCode = 1;
}

// Compares contents, not git's index: so the check also works in a working tree with other changes.
function snapshot(paths: readonly string[]): Map<string, string> {
  return new Map(paths.flatMap(filesBelow).map(file => [file, fingerprintOf([file])]));
}
