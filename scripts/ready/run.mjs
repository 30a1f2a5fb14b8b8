import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { say } from '../progress.mjs';

/**
 * Runs a command in the repository and shows its output. Standard input is closed, so that npm never waits for input in
 * CI.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @throws if the command fails
 */
export async function run(command, parameters) {
  const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', line => say(line));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${code}.`);
}
