import { spawn } from 'node:child_process';

export interface ShellStep {
  readonly script: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface StepResult {
  readonly code: number | undefined;
  readonly output: string;
}

/** Runs a script as both runners do: bash, which ends at the first command that fails. */
export function runShell({ script, folder, environment }: ShellStep): Promise<StepResult> {
  const options = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  const child = spawn('bash', options, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve({ code: code ?? undefined, output }));
  });
}
