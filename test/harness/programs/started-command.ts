import { execa } from 'execa';
import { onTestFinished } from 'vitest';

/** A program that ends with the test at the latest. `code` is null if a signal has ended it. */
export function startedCommand(
  program: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = process.cwd(),
) {
  const settings = { cwd, env, extendEnv: false, reject: false, stdin: 'pipe' } as const;
  const child = execa(program, parameters, settings);
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.on('data', chunk => {
      output[stream] += chunk;
    });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { process: child, input: child.stdin, output, code: child.then(({ exitCode = null }) => exitCode) };
}
