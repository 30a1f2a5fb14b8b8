import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a command in the repository. All its output is on standard error: what `npm run sandbox` prints is for `eval`.
 * Standard input is closed, so that npm never waits for input in CI.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @throws if the command fails
 */
export async function run(command, parameters) {
  const [code] = await once(spawn(command, parameters, { stdio: ['ignore', 2, 2] }), 'close');
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${code}.`);
}
