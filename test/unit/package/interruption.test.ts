import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Execution, execute } from '../../../scripts/package/execution';
import { oneAtATime, recordPlace, removeLeftPlace } from '../../../scripts/package/one-at-a-time';

const longRunning = 'sleep 60 & echo $! > process; wait';
/** Its leader ends at once, and a process of its group ignores all signals that can be ignored. */
const stubborn = "(trap '' INT TERM HUP; exec sleep 60) & echo $! > process; wait";
/** It ends at no signal that can be ignored. */
const deaf = "trap '' INT TERM HUP; sleep 60 & echo $! > process; wait";

/** The processes of a command must have ended before: they could write what is removed now. Nobody may have collected them. */
const cleanup =
  "case $(ps -o stat= -p $(cat process)) in ''|Z*) echo cleaned ;; *) echo too early ;; esac > cleaned";

interface Begun {
  readonly child: ChildProcess;
  readonly grandchild: number;
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'interruption-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program that uses `execute`, until its command has written its process to a file. */
async function begun(folder: string, execution: Execution, script = longRunning): Promise<Begun> {
  const program = `
    const { endCommandsOnSignals, execute } = require(${JSON.stringify(resolve('scripts/package/execution'))});
    endCommandsOnSignals();
    (async () => {
      try {
        await execute('sh', ['-c', ${JSON.stringify(script)}], ${JSON.stringify(execution)});
      } finally {
        await execute('sh', ['-c', ${JSON.stringify(cleanup)}], { isCleanup: true });
      }
    })().catch(async error => {
      await execute('sh', ['-c', 'touch more']).catch(() => {});
      process.exitCode = error.exitCode;
    });`;
  const parameters = ['--import', resolve('node_modules/tsx/dist/loader.mjs'), '--eval', program];
  const child = spawn(process.execPath, parameters, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const file = join(folder, 'process');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 30_000 }).toMatch(/\n/);
  return { child, grandchild: Number(readFileSync(file, 'utf8')) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a signal to the packaging or the release', () => {
  it.each([
    ['SIGINT', 130, {}],
    ['SIGTERM', 143, {}],
    ['SIGTERM', 143, { isShown: true }],
  ] as const)(
    '%s ends the processes of its commands, cleans up, and begins no other one',
    async (signal, code, execution) => {
      const folder = aFolder();
      const { child, grandchild } = await begun(folder, execution);
      child.kill(signal);
      // A terminal sends it to all processes, and each parent sends it again.
      child.kill(signal);
      expect(await once(child, 'close')).toEqual([code, null]);
      await expect.poll(() => isAlive(grandchild)).toBe(false);
      expect(readFileSync(join(folder, 'cleaned'), 'utf8')).toBe('cleaned\n');
      expect(existsSync(join(folder, 'more'))).toBe(false);
    },
  );
});

describe('a process of a command that ignores signals', () => {
  it('is killed after its patience, and not left behind by the command', async () => {
    const folder = aFolder();
    const { child, grandchild } = await begun(folder, { patience: [500, 0, 0], isShown: true }, stubborn);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([143, null]);
    await expect.poll(() => isAlive(grandchild)).toBe(false);
    expect(readFileSync(join(folder, 'cleaned'), 'utf8')).toBe('cleaned\n');
  });

  it('is killed soon after a second signal, and what was made halfway is removed', async () => {
    const folder = aFolder();
    const { child, grandchild } = await begun(folder, { patience: [600_000, 1000, 0], isShown: true }, deaf);
    child.kill('SIGINT');
    // Copies of a signal come within two seconds of the moment at which a busy process has received it.
    await pause(4000);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    await expect.poll(() => isAlive(grandchild)).toBe(false);
    expect(readFileSync(join(folder, 'cleaned'), 'utf8')).toBe('cleaned\n');
  });
});

describe('a command', () => {
  it('that cannot be started ends with 127 and the reason', async () => {
    expect(await execute('no-such-program', [])).toMatchObject({
      code: 127,
      stdout: '',
      stderr: expect.stringContaining('ENOENT'),
    });
  });

  it('that a signal ends says so', async () => {
    expect(await execute('sh', ['-c', 'echo text; kill -9 $$'])).toEqual({
      code: 127,
      stdout: 'text\n',
      stderr: 'SIGKILL has ended it.\n',
    });
  });
});

describe('a clone in which packages are made', () => {
  it('refuses a second packaging, and permits it after the first', async () => {
    const clone = aFolder();
    await oneAtATime(async () => {
      await expect(oneAtATime(async () => {}, clone)).rejects.toThrow(/^Another process makes packages/);
    }, clone);
    await oneAtATime(() => pause(1), clone);
  });

  it('permits one at once after the process of another was killed', async () => {
    const clone = aFolder();
    mkdirSync(`${clone}.lock`);
    writeFileSync(`${clone}.owner`, '4194305');
    await oneAtATime(() => pause(1), clone);
    for (const left of ['lock', 'owner']) expect(existsSync(`${clone}.${left}`)).toBe(false);
  });

  it('keeps a folder that is recorded as a place and is none', async () => {
    const clone = aFolder();
    const other = aFolder();
    recordPlace(other, clone);
    expect(await removeLeftPlace(clone)).toBeUndefined();
    expect(existsSync(other)).toBe(true);
  });

  it('removes the place of a run that was killed, once', async () => {
    const clone = aFolder();
    expect(await removeLeftPlace(clone)).toBeUndefined();
    const place = mkdtempSync(join(tmpdir(), 'svc-check-'));
    mkdirSync(join(place, 'home'));
    writeFileSync(join(place, 'file'), '');
    recordPlace(place, clone);
    expect(await removeLeftPlace(clone)).toBe(place);
    expect(existsSync(place)).toBe(false);
    expect(await removeLeftPlace(clone)).toBeUndefined();
  });
});
