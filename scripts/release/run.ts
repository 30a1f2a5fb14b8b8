import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endings, Interrupted } from '../package/execution';
import type { Environment } from './secrets';

/**
 * Runs a command, whose output is shown. A signal is sent on to the command, which removes what it has made halfway.
 *
 * @throws Interrupted after a signal, when the command has ended
 */
export async function run(
  [program = '', ...parameters]: readonly string[],
  environment: Environment,
): Promise<void> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'inherit', 'inherit'], env: environment });
  let received: NodeJS.Signals | undefined;
  const send = (signal: NodeJS.Signals) => {
    received ??= signal;
    child.kill(signal);
  };
  for (const signal of endings) process.on(signal, send);
  try {
    const [code]: unknown[] = await once(child, 'close');
    if (received !== undefined) throw new Interrupted(received);
    if (code !== 0) throw new Error(`${[program, ...parameters].join(' ')} ended with ${String(code)}.`);
  } finally {
    for (const signal of endings) process.off(signal, send);
  }
}
