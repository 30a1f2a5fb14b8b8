import { spawnSync } from 'node:child_process';

/**
 * One version of constructs is installed for both CDKs, so it cannot be the least in the range of each package, as
 * JSII6 (missing-dev-dependency) wishes.
 */
const parameters = ['--fail-on-warnings', '--silence-warnings', 'JSII6'];

/** Compiles a package with jsii, and returns the exit code. */
export function runJsii(folder: string): number {
  const { status } = spawnSync(process.execPath, [require.resolve('jsii/bin/jsii'), ...parameters], {
    cwd: folder,
    stdio: 'inherit',
    // Suppresses jsii's end-of-life banner for Node.js 20, which we support.
    env: { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20' },
  });
  return status ?? 1;
}
