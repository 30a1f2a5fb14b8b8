import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { during, say } from '../progress.mjs';

/**
 * Runs npm in the repository and shows its output. Standard input is closed, so that npm never waits for input in
 * CI.
 *
 * @param {readonly string[]} args
 * @param {string} what name of the work, for the progress
 * @throws if npm fails
 */
export async function runNpm(args, what) {
  say(`ready: ${what}`);
  // npm passes its own path to the scripts it runs. A direct `node scripts/ready.mjs` uses the npm on PATH.
  const npm = process.env['npm_execpath'];
  const [command, prefix] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const child = spawn(command, [...prefix, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', say);
  const [code] = await during(what, () => once(child, 'close'));
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}.`);
}
