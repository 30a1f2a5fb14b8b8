import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { beatMilliseconds, Screen } from '../../../scripts/progress/screen.mjs';
import { coloured, paintFor, plain } from '../../../scripts/progress/style.mjs';

describe('a screen', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** What was written, with the moment of each piece. */
  const watched = (isTerminal: boolean) => {
    const pieces: { at: number; text: string }[] = [];
    const write = (text: string) => void pieces.push({ at: performance.now(), text });
    const screen = new Screen({ write, isTerminal, columns: () => 40 });
    return { screen, pieces, text: () => pieces.map(({ text }) => text).join('') };
  };
  const lasting = (milliseconds: number) => () =>
    new Promise<string>(done => setTimeout(() => done('done'), milliseconds));

  it.each([true, false])('is silent for a beat at most while something goes on (terminal: %s)', async is => {
    const { screen, pieces } = watched(is);
    screen.line('before');
    const work = screen.during('works', lasting(10_500));
    await vi.advanceTimersByTimeAsync(2_600);
    screen.line('meanwhile');
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await work).toBe('done');
    const gaps = pieces.slice(1).map(({ at }, index) => at - (pieces[index]?.at ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(beatMilliseconds);
    expect(beatMilliseconds).toBeLessThan(2_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('without a terminal shows dots on a line of their own, and no control character', async () => {
    const { screen, text } = watched(false);
    const work = screen.during('works', lasting(3_500));
    await vi.advanceTimersByTimeAsync(2_100);
    screen.line('a line');
    await vi.advanceTimersByTimeAsync(2_000);
    await work;
    expect(text()).toBe('    ..\na line\n    .\n');
  });

  it('on a terminal overwrites one line with the latest output, and removes it at the end', async () => {
    const { screen, pieces } = watched(true);
    const work = screen.during('works', lasting(2_500));
    screen.note('\u001b[31mdownloads\u001b[0m  something\n of great length');
    await vi.advanceTimersByTimeAsync(3_000);
    await work;
    expect(pieces.map(({ text }) => text)).toEqual([
      '\r\u001b[2K    ⠋ works, 1 s: downloads something o',
      '\r\u001b[2K    ⠙ works, 2 s: downloads something o',
      '\r\u001b[2K',
    ]);
  });

  it('ends its progress with work that fails', async () => {
    const { screen } = watched(true);
    await expect(screen.during('works', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(vi.getTimerCount()).toBe(0);
  });
});

it.each([
  ['a terminal with colours', { isTTY: true, hasColors: (): boolean => true }, coloured],
  [
    'a terminal that NO_COLOR or TERM speaks against',
    { isTTY: true, hasColors: (): boolean => false },
    plain,
  ],
  ['a pipe', { hasColors: (): boolean => true }, plain],
])('%s gets the paint that suits it', (_, stream, paint) => {
  expect(paintFor(stream)).toBe(paint);
});

describe('npm, as ready.mjs runs it', { timeout: 30_000 }, () => {
  /** A program in place of npm, and what is said while it runs. */
  const ready = async (npm: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-npm-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'npm.js'), npm);
    const run = pathToFileURL(resolve('scripts/ready/run-npm.mjs')).href;
    const code = `import(${JSON.stringify(run)}).then(({ runNpm }) => runNpm(['ci'], 'installing', 'It failed')).catch(error => { console.log(error.message); });`;
    const child: ChildProcess = spawn(process.execPath, ['-e', code], {
      env: { ...process.env, npm_execpath: join(folder, 'npm.js') },
    });
    const output = { stdout: '', stderr: '' };
    child.stdout?.on('data', chunk => {
      output.stdout += chunk;
    });
    child.stderr?.on('data', chunk => {
      output.stderr += chunk;
    });
    await once(child, 'close');
    return output;
  };

  it('shows progress while npm prints nothing, and then the output of npm', async () => {
    const { stderr } = await ready("setTimeout(() => console.log('added 3 packages'), 2600);");
    expect(stderr).toMatch(
      /^ready: installing\n {4}\.+\nadded 3 packages\nready: installing: done in \d+\.\d s\n$/,
    );
  });

  it('fails with the output of npm and its explanation', async () => {
    const { stdout, stderr } = await ready("console.error('EACCES'); process.exitCode = 3;");
    expect(stderr).toContain('\nEACCES\n');
    expect(stdout).toBe('It failed (npm ci ended with 3)\n');
  });
});
