import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeRun } from '../../../src/provider/connection/terraform-run';

/** A process whose command line is that of an `apply` without a saved plan. */
function runningApply(folder: string) {
  writeFileSync(path.join(folder, 'apply'), 'sleep 60 & wait\n');
  const run = spawn('sh', ['apply'], { cwd: folder, detached: true, stdio: 'ignore' });
  onTestFinished(() => {
    process.kill(-(run.pid ?? 0));
    rmSync(folder, { recursive: true });
  });
  return `${run.pid}`;
}

it('an unsaved apply leaves one file, which its next processes read, for each platform; the next note removes those of runs that are gone', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-run-'));
  const terraform = runningApply(folder);
  const data = path.join(folder, 'data');
  const run = (platform: string, TF_DATA_DIR = data) =>
    describeRun({ SVC_TERRAFORM: terraform, TF_DATA_DIR }, platform);
  const planning = await run('one');
  expect([planning.walk, planning.notePlanned()]).toEqual(['plan', true]);
  const other = await run('two');
  expect([other.walk, (await run('one')).walk]).toEqual(['plan', 'apply']);
  // No process has this number.
  writeFileSync(path.join(data, 'svc-planned.99999999'), '');
  expect([other.notePlanned(), planning.notePlanned()]).toEqual([true, true]);
  expect(readdirSync(data)).toEqual([`svc-planned.${terraform}`]);
  expect((await run('two')).walk).toBe('apply');
  expect((await run('one', '/dev/null/none')).notePlanned(), 'a folder that cannot be written').toBe(false);
});
