import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { starters } from '../../../scripts/release/starters';

it('of a process that is gone, nothing is known but its number', () => {
  expect(starters(4194305)).toEqual([4194305]);
});

// npm starts a shell, and the shell survives it: the parent alone would stay the same.
it('a process that npm has started notices that npm was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starters-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = `
    const { starters } = require(${JSON.stringify(resolve('scripts/release/starters'))});
    require('node:fs').writeFileSync('pid', String(process.pid));
    console.log(JSON.stringify(starters()));
    setInterval(() => console.log(JSON.stringify(starters())), 100);`;
  writeFileSync(join(folder, 'program.cjs'), program);
  const loader = resolve('node_modules/tsx/dist/loader.mjs');
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { start: `node --import ${loader} program.cjs` } }),
  );
  const npm = spawn('npm', ['run', '--silent', 'start'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    npm.kill('SIGKILL');
    const pid = existsSync(join(folder, 'pid'))
      ? Number(readFileSync(join(folder, 'pid'), 'utf8'))
      : undefined;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  });
  const lines = createInterface({ input: npm.stdout })[Symbol.asyncIterator]();
  const { value: begun } = await lines.next();
  expect(JSON.parse(begun)).toContain(npm.pid);
  expect((await lines.next()).value).toBe(begun);
  npm.kill('SIGKILL');
  for (;;) {
    const { value, done } = await lines.next();
    expect(done).toBe(false);
    if (value !== begun) break;
  }
}, 30_000);
