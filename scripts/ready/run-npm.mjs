import { spawnSync } from 'node:child_process';

/**
 * Runs npm in the repository and shows its output. Standard input is closed, so that npm never waits for input in
 * CI.
 *
 * @param {readonly string[]} args
 * @param {string} failure message if npm fails
 */
export function runNpm(args, failure) {
  // npm passes its own path to the scripts it runs. A direct `node scripts/ready.mjs` uses the npm on PATH.
  const npm = process.env['npm_execpath'];
  const [command, prefix] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const done = spawnSync(command, [...prefix, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.error) throw new Error(`${failure} (npm could not be started: ${done.error.message})`);
  if (done.status !== 0) throw new Error(`${failure} (npm ${args.join(' ')} ended with ${done.status})`);
}
