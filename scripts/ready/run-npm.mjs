import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { screenOn } from '../progress/screen.mjs';

const screen = screenOn(process.stderr);

/** @param {string} text */
export function say(text) {
  screen.line(`ready: ${text}`);
}

/**
 * Runs npm in the repository and shows its output. Standard input is closed, so that npm never waits for input in
 * CI.
 *
 * @param {readonly string[]} args
 * @param {string} what name of the work, for the progress
 * @param {string} failure message if npm fails
 */
export async function runNpm(args, what, failure) {
  say(what);
  // npm passes its own path to the scripts it runs. A direct `node scripts/ready.mjs` uses the npm on PATH.
  const npm = process.env['npm_execpath'];
  const [command, prefix] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const started = performance.now();
  const code = await screen.during(what, () => run(command, [...prefix, ...args], failure));
  if (code !== 0) throw new Error(`${failure} (npm ${args.join(' ')} ended with ${code})`);
  say(`${what}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} failure
 * @returns {Promise<number | string | null>} exit code, or the signal that ended it
 */
function run(command, args, failure) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', line => screen.line(line));
  }
  return new Promise((resolve, reject) => {
    child.once('error', error =>
      reject(new Error(`${failure} (npm could not be started: ${error.message})`)),
    );
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
}
