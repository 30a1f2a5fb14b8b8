import { execute, nestedPatience } from '../package/execution';
import type { Environment } from './secrets';

/**
 * Runs a command, whose output is shown.
 *
 * @throws if it fails
 * @throws Interrupted after a signal, when the command has ended
 */
export async function run(
  [program = '', ...parameters]: readonly string[],
  environment: Environment,
): Promise<void> {
  const execution = { env: environment, isShown: true, patience: nestedPatience };
  const { code, stderr } = await execute(program, parameters, execution);
  if (code !== 0)
    throw new Error(`${[program, ...parameters].join(' ')} ended with ${code}. ${stderr}`.trim());
}
