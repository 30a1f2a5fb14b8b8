import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../scripts/package/temporary-folder';
import { findLeaks, makeSecret } from '../harness/secrets/secrets';
import { temporaryFiles } from '../harness/terraform/temporary-files';
import { run, succeeded } from './run';

/** Without the folder in which other tests make packages meanwhile, and without files that somebody edits meanwhile. */
const newFiles = () =>
  execFileSync('git', ['status', '--porcelain', '--ignored'])
    .toString()
    .split('\n')
    .filter(line => /^(?:\?\?|!!) (?!\.cache\/$)/.test(line));

/** Runs the demo to its end, with temporary files in a folder of their own. */
async function runDemo(environment: Readonly<Record<string, string>>) {
  const temporary = temporaryFolder(tmpdir(), 'svc-demo-test-');
  const program = ['--import', 'tsx', 'scripts/demo.ts'];
  const ended = await run(process.execPath, program, {
    cwd: '.',
    environment: { TMPDIR: temporary, ...environment },
  });
  // tsx keeps what it has compiled there for the next run.
  const left = await temporaryFiles(temporary);
  return { ...ended, left: left.filter(name => !name.startsWith('tsx-') && name !== 'node-compile-cache') };
}

it('the demo shows and checks every step, and removes everything it made', async () => {
  const before = newFiles();
  const secret = makeSecret('a signing secret of the person');
  const demo = await runDemo({ TF_VAR_signing_secret: secret.value, SVC_API_KEY: secret.value });
  const output = succeeded(demo);
  const steps = [...output.matchAll(/^ ?(\d+) {2}.+$/gm)].map(([, number]) => Number(number));
  expect(steps).toEqual(Array.from({ length: 7 }, (_, index) => index + 1));
  expect(output).toMatch(/Plan: 2 to add, 1 to change, 1 to destroy\./);
  expect(output).toMatch(/Warning: .+ is replaced by a new registration/);
  expect(await readFile('dist/demo/report.html', 'utf8')).toContain('endpoint-replaced');
  expect(output).toMatch(/Demo passed in [\d.]+ s[\s\S]*What to try next[\s\S]*npx cdktf diff\n/);
  expect(findLeaks('the output', output, [secret])).toEqual([]);
  expect(output).not.toMatch(/svc_(live|test)_\w{8}|sha256=|\b[0-9a-f]{64}\b/);
  expect(demo.left).toEqual([]);
  expect(newFiles()).toEqual(before);
});
