import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeRun } from '../harness/extent';
import { findLeaks, makeSecret } from '../harness/secrets/secrets';
import { processesOf, scenarioMarker } from '../harness/terraform/terraform-process';

interface DemoRun {
  readonly process: ChildProcess;
  readonly exit: Promise<unknown>;
  readonly temporary: string;
  /** Names the run in the environment of the demo and of all that it starts. */
  readonly marker: string;
  output(): string;
}

/** Without the folder in which other tests make packages meanwhile: a fresh clone does not have it at first. */
const gitStatus = () =>
  execFileSync('git', ['status', '--porcelain', '--ignored'])
    .toString()
    .split('\n')
    .filter(line => line !== '!! .cache/');

/** The demo as a real process, on a terminal or not, with temporary files in a folder of their own. */
async function startDemo(
  environment: Readonly<Record<string, string | undefined>> = {},
  on: 'pipes' | 'terminal' = 'pipes',
): Promise<DemoRun> {
  const temporary = await mkdtemp(join(tmpdir(), 'svc-demo-test-'));
  const marker = crypto.randomUUID();
  const program = ['--import', 'tsx', 'scripts/demo.ts'];
  const [command, parameters] =
    on === 'pipes'
      ? [process.execPath, program]
      : ['script', ['-qefc', [process.execPath, ...program].join(' '), '/dev/null']];
  const child = spawn(command, parameters, {
    env: { ...process.env, TMPDIR: temporary, [scenarioMarker]: marker, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exit = once(child, 'close').then(([code]: unknown[]) => code);
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGKILL');
    await exit;
    await rm(temporary, { recursive: true, force: true });
  });
  return { process: child, exit, temporary, marker, output: () => output };
}

/** tsx keeps what it has compiled there for the next run. */
const leftIn = async (folder: string) =>
  (await readdir(folder)).filter(name => !name.startsWith('tsx-') && name !== 'node-compile-cache');

describe('the demo', () => {
  it('shows and checks every step, and removes everything it made', async context => {
    onlyInWholeRun(context);
    const before = gitStatus();
    const secret = makeSecret('a signing secret of the person');
    const demo = await startDemo({ TF_VAR_signing_secret: secret.value, SVC_API_KEY: secret.value });
    const code = await demo.exit;
    const output = demo.output();
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output, 'no colours without a terminal').toBe(stripVTControlCharacters(output));
    const steps = [...output.matchAll(/^ ?(\d+) {2}.+$/gm)].map(([, number]) => Number(number));
    expect(steps).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
    expect(output).toMatch(/Plan: 2 to add, 1 to change, 1 to destroy\./);
    expect(output).toMatch(/^ {4}Warning: .+$/m);
    expect(await readFile('dist/demo/report.html', 'utf8')).toContain('endpoint-replaced');
    expect(output).toMatch(/Demo passed in [\d.]+ s[\s\S]*What to try next[\s\S]*npx cdktf diff\n/);
    expect(findLeaks('the output', output, [secret])).toEqual([]);
    expect(output).not.toMatch(/svc_(live|test)_\w{8}|sha256=|\b[0-9a-f]{64}\b/);
    expect(await leftIn(demo.temporary)).toEqual([]);
    expect(gitStatus()).toEqual(before);
  });

  it('on a terminal is in colour, moves all the time, and clears everything away after a Ctrl-C', async context => {
    onlyInWholeRun(context);
    const before = gitStatus();
    // Node takes the terminal of an unknown CI for one without colours.
    const colours = { TERM: 'xterm-256color', CI: undefined, NO_COLOR: undefined };
    const demo = await startDemo(colours, 'terminal');
    await expect.poll(demo.output, { timeout: 120_000, interval: 20 }).toContain('Creation complete');
    demo.process.stdin?.write('\u0003');
    const code = await demo.exit;
    const output = demo.output();
    expect({ code, output }).toEqual({
      code: 130,
      output: expect.stringMatching(/Interrupted\. Everything was removed\.\r\n$/),
    });
    expect(output).toContain('\u001b[36m    $ cdktf deploy');
    expect(stripVTControlCharacters(output)).toMatch(/\r {4}Deploy examples\/typescript with cdktf, \d+ s/);
    expect(await leftIn(demo.temporary)).toEqual([]);
    expect(await processesOf(demo.marker)).toEqual([]);
    expect(gitStatus()).toEqual(before);
  });

  it('says without any Terraform which step failed and what is missing', async () => {
    const demo = await startDemo({ TERRAFORM_BINARY_NAME: 'no-such-terraform' });
    expect(await demo.exit).toBe(1);
    expect(demo.output()).toMatch(
      /Step 1 failed \(Find Terraform\)\.\nTERRAFORM_BINARY_NAME is "no-such-terraform"/,
    );
    expect(await leftIn(demo.temporary)).toEqual([]);
  });
});
