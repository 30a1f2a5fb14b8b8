import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { expect } from 'vitest';

/** What a command has said, and how it ended. */
export interface Run {
  readonly code: number;
  /** Standard output and standard error, without the terminal's control sequences. */
  readonly output: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** Added to this process's environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs a command to its end; only a program that cannot be started is an error. */
export async function run(program: string, parameters: readonly string[], options: RunOptions): Promise<Run> {
  const { cwd, environment: env } = options;
  const ended = await execa(program, parameters, { cwd, env, reject: false, stripFinalNewline: false });
  if (ended.exitCode === undefined) throw ended;
  return { code: ended.exitCode, output: stripVTControlCharacters(ended.stdout + ended.stderr) };
}

/** Output of a command that must not fail. */
export function succeeded({ code, output }: Run): string {
  expect(code, output).toBe(0);
  return output;
}
