import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, vi } from 'vitest';
import { run } from '../../../src/cli/run';
import { startedCommand } from '../../harness/programs/started-command';
import { builtCommand } from './built-command';

/** A person's home, and the commands as real processes in it. */
export async function commandLine(environment: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(tmpdir(), 'svc-person-'));
  const file = join(home, 'cdktf-provider-svc', 'credentials.json');
  const start = (parameters: readonly string[], more: Record<string, string> = {}) => {
    const own = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: home };
    const env = { ...own, ...environment, ...more };
    return startedCommand(process.execPath, [builtCommand, ...parameters], env);
  };
  const run = async (parameters: readonly string[], more: Record<string, string> = {}) => {
    const { output, code } = start(parameters, more);
    return { code: await code, ...output };
  };
  return { home, file, start, run };
}

/** The address that `login` tells the person to open. */
export async function printedAddress({ output }: { output: { stderr: string } }): Promise<string> {
  const address = () => /^http\S+authorize\S+$/m.exec(output.stderr)?.[0];
  await expect.poll(address, { timeout: 30_000 }).toBeDefined();
  return address() ?? '';
}

/** Runs a command in this process. `error` is the message of its failure. */
export async function inProcess(
  command: Command,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const { outcome, ...output } = await capturing(environment, () =>
    command
      .exitOverride()
      .parseAsync([...parameters], { from: 'user' })
      .then(
        () => undefined,
        (failure: unknown) => (failure instanceof Error ? failure.message : 'no error'),
      ),
  );
  return { error: outcome, ...output };
}

/** Runs the whole command line in this process. */
export async function runInProcess(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const { outcome, ...output } = await capturing(environment, () => run(parameters));
  return { code: outcome, ...output };
}

/** Does something, and takes what it writes. */
async function capturing<Outcome>(
  environment: Readonly<Record<string, string>>,
  act: () => Promise<Outcome>,
) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const output = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map(stream =>
    vi.spyOn(process[stream], 'write').mockImplementation((...given: readonly unknown[]) => {
      output[stream] += String(given[0]);
      const written = given.at(-1);
      if (typeof written === 'function') written();
      return true;
    }),
  );
  try {
    return { outcome: await act(), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
