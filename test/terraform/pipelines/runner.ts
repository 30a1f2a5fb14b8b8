import { spawnSync } from 'node:child_process';
import { execa } from 'execa';
import type { TestContext } from 'vitest';
import type { Texts } from './shell-lines';

/** Programs that both runners' images have. */
const programs = ['bash', 'git', 'curl', 'jq', 'gpg', 'tar', 'diff'];

/** Skips the test where the machine lacks a program of a runner. */
export function needRunnerPrograms(context: TestContext): void {
  const missing = programs.filter(name => spawnSync(name, ['--version']).error !== undefined);
  if (missing.length > 0)
    context.skip(`this machine has no ${missing.join(', ')}, and no command of this repository installs it`);
}

/** Runs shell lines as both runners do: bash, which ends at the first command that fails. */
export async function runLines(lines: string, folder: string, environment: Texts) {
  const options = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', lines];
  const env = { PATH: process.env['PATH'], CI: 'true', ...environment };
  const settings = { cwd: folder, env, extendEnv: false, stdin: 'ignore', all: true, reject: false } as const;
  const { exitCode: code, all: output = '' } = await execa('bash', options, settings);
  return { code, output };
}
