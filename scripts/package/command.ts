import { execute } from './execution';

export interface CommandOptions {
  readonly cwd: string;
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Seconds since 1970. 1980 is the earliest time that a zip can hold. */
export const sourceDate = Number(process.env['SOURCE_DATE_EPOCH'] ?? Date.UTC(1980, 0, 1) / 1000);

/** Runs a command to its end. Its output is in the error if it fails. */
export async function command(
  program: string,
  parameters: readonly string[],
  { cwd, environment = {} }: CommandOptions,
): Promise<string> {
  const env = {
    ...process.env,
    SOURCE_DATE_EPOCH: String(sourceDate),
    // Suppresses jsii's end-of-life banner for Node.js 20, which we support.
    JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20',
    ...environment,
  };
  const { code, stdout, stderr } = await execute(program, parameters, { cwd, env });
  if (code === 0) return stdout;
  const output = `${stdout}${stderr}` || `Its exit code is ${code}.`;
  throw new Error(`${[program, ...parameters].join(' ')} failed in ${cwd}.\n${output}`);
}

/** Whether a program can be started here. */
export async function isHere(program: string, ...parameters: readonly string[]): Promise<boolean> {
  return (await execute(program, parameters)).code === 0;
}
