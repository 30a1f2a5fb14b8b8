import { execa } from 'execa';

/** The earliest time that a zip can hold, as seconds since 1970. All packed files get it, so that bytes are the same. */
export const earliestTime = String(Date.UTC(1980, 0, 1) / 1000);

/** Runs a command to its end. Its output is in the error if it fails. */
export async function command(program: string, parameters: readonly string[], cwd: string): Promise<void> {
  const env = {
    SOURCE_DATE_EPOCH: earliestTime,
    // Suppresses jsii's end-of-life banner for Node.js 20, which we support.
    JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20',
  };
  await execa(program, parameters, { cwd, env, stdin: 'ignore' });
}

/** Whether a program can be started here. */
export async function isHere(program: string, ...parameters: readonly string[]): Promise<boolean> {
  return (await execa(program, parameters, { reject: false, stdin: 'ignore' })).exitCode === 0;
}
