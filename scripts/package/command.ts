import { execute } from './execution';

export interface CommandOptions {
  readonly cwd: string;
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Returns the time that packed files get, in seconds since 1970: SOURCE_DATE_EPOCH, or 1980, the earliest time that a zip can hold.
 *
 * @throws if SOURCE_DATE_EPOCH is no number: pip would fail with a trace of Python
 */
export function sourceDate({ SOURCE_DATE_EPOCH: text = '' } = process.env): number {
  if (text === '') return Date.UTC(1980, 0, 1) / 1000;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(
    `SOURCE_DATE_EPOCH is ${JSON.stringify(text)}. It must be a number of seconds since 1970. Correct or unset it.`,
  );
}

/** Runs a command to its end. Its output is in the error if it fails. */
export async function command(
  program: string,
  parameters: readonly string[],
  { cwd, environment = {} }: CommandOptions,
): Promise<string> {
  const env = {
    ...process.env,
    SOURCE_DATE_EPOCH: String(sourceDate()),
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
