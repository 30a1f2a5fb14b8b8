/**
 * `npm run generate` writes all that is generated and committed. With `--check` (`npm run check:fresh`) it also
 * fails when that differs from what stood there; the new text stays, so the cure is to commit it.
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

// Contents are compared, not git's index: so it is as true in a working tree with changes of one's own.
function snapshot(paths: readonly string[]): Map<string, string> {
  return new Map(paths.flatMap(filesBelow).map(file => [file, fingerprintOf([file])]));
}
