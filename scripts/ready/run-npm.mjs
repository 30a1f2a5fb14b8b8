import { spawnSync } from 'node:child_process';

/**
 * Runs npm in the repository, its output shown. Standard input is closed: in CI there is none, and npm must never
 * wait for an answer.
 *
 * @param {readonly string[]} args
 * @param {string} failure what to say when npm fails
 */
export function runNpm(args, failure) {
  // npm names itself to the scripts it runs; `node scripts/ready.mjs` by hand falls back to the one on PATH.
  const npm = process.env['npm_execpath'];
  const [command, prefix] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const done = spawnSync(command, [...prefix, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.error) throw new Error(`${failure} (npm could not be started: ${done.error.message})`);
  if (done.status !== 0) throw new Error(`${failure} (npm ${args.join(' ')} ended with ${done.status})`);
}
