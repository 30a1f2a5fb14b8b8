import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const execute = promisify(execFile);

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
  const { cwd, environment } = options;
  const env = { ...process.env, ...environment };
  try {
    const { stdout, stderr } = await execute(program, parameters, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return { code: 0, output: plain(stdout + stderr) };
  } catch (error) {
    if (!isExit(error)) throw error;
    return { code: error.code, output: plain(error.stdout + error.stderr) };
  }
}

/** Output of a command that must not fail. */
export function succeeded({ code, output }: Run): string {
  expect(code, output).toBe(0);
  return output;
}

function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's sequences begin with one.
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '');
}

function isExit(error: unknown): error is { code: number; stdout: string; stderr: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'stdout' in error;
}
