import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

export interface StartedCommand {
  readonly process: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly code: Promise<unknown>;
}

/** A person's project in which the package is installed, as far as npx is concerned; its folder is the home, too. */
export async function npxProject(settings: Readonly<Record<string, string>> = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'svc-project-')));
  const bin = join(folder, 'node_modules', '.bin');
  await mkdir(bin, { recursive: true });
  await symlink(resolve('dist/cli.cjs'), join(bin, 'cdktf-provider-svc'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** Bash runs it, in the folder. */
  const start = (command: string): StartedCommand => {
    const own = { PATH: process.env['PATH'] ?? '', HOME: folder, npm_config_update_notifier: 'false' };
    const child = spawn('bash', ['-c', command], { cwd: folder, env: { ...own, ...settings } });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', chunk => {
      output.stdout += chunk;
    });
    child.stderr.on('data', chunk => {
      output.stderr += chunk;
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { process: child, output, code: once(child, 'close').then(([code]: unknown[]) => code) };
  };
  const run = async (command: string) => {
    const { output, code } = start(command);
    return { code: await code, ...output };
  };
  return { folder, start, run };
}
