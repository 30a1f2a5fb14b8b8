import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { builtCommand } from './built-command';

/** A person's home, and the commands as real processes in it. */
export async function commandLine(environment: Readonly<Record<string, string>>) {
  const home = await mkdtemp(join(tmpdir(), 'svc-person-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const file = join(home, 'cdktf-provider-svc', 'credentials.json');
  const start = (parameters: readonly string[], more: Record<string, string> = {}) => {
    const own = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: home };
    const env = { ...own, ...environment, ...more };
    const child = spawn(process.execPath, [builtCommand, ...parameters], { env });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', chunk => {
      output.stdout += chunk;
    });
    child.stderr.on('data', chunk => {
      output.stderr += chunk;
    });
    onTestFinished(() => {
      if (child.exitCode === null) child.kill('SIGKILL');
    });
    return {
      input: child.stdin,
      output,
      exit: once(child, 'close').then(([code]) => z.number().nullable().parse(code)),
    };
  };
  const run = async (parameters: readonly string[], more: Record<string, string> = {}) => {
    const { output, exit } = start(parameters, more);
    return { code: await exit, ...output };
  };
  return { home, file, start, run };
}

/** The address that `login` tells the person to open. */
export async function printedAddress({ output }: { output: { stderr: string } }): Promise<string> {
  const address = () => /^http\S+authorize\S+$/m.exec(output.stderr)?.[0];
  await expect.poll(address, { timeout: 30_000 }).toBeDefined();
  return address() ?? '';
}
