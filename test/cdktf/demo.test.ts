import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLeaks, makeSecret } from '../harness/secrets';
import { processesOf, scenarioMarker } from '../harness/terraform-process';

interface DemoRun {
  readonly process: ChildProcess;
  readonly exit: Promise<unknown>;
  readonly temporary: string;
  /** Names the run in the environment of the demo and of all that it starts. */
  readonly marker: string;
  output(): string;
}

const gitStatus = () => execFileSync('git', ['status', '--porcelain', '--ignored']).toString();

/** The demo as a real process, with temporary files in a folder of their own. */
async function startDemo(environment: Readonly<Record<string, string>> = {}): Promise<DemoRun> {
  const temporary = await mkdtemp(join(tmpdir(), 'svc-demo-test-'));
  const marker = crypto.randomUUID();
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], {
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
  return { process: child, exit, temporary, marker, output: () => stripVTControlCharacters(output) };
}

/** tsx keeps what it has compiled there for the next run. */
const leftIn = async (folder: string) =>
  (await readdir(folder)).filter(name => !name.startsWith('tsx-') && name !== 'node-compile-cache');

const story = [
  'Find Terraform',
  'Start the sandbox and a receiver',
  'Deploy examples/typescript with cdktf',
  'Deliver a signed event, which the receiver verifies',
  'Send the receiver two forgeries',
  "Behind Terraform's back: change one endpoint, delete another",
  'Let the third endpoint degrade: its receiver answers 500 to five attempts',
  'cdktf diff shows what happened',
  'One deploy repairs it',
  'The degraded endpoint receives again',
  'cdktf diff shows no changes',
  'Destroy',
];

describe('the demo', () => {
  it('tells the whole story, checks it, and leaves nothing behind', async () => {
    const before = gitStatus();
    const secret = makeSecret('a signing secret of the person');
    const demo = await startDemo({ TF_VAR_signing_secret: secret.value, SVC_API_KEY: secret.value });
    const code = await demo.exit;
    const output = demo.output();
    expect({ code, output }).toMatchObject({ code: 0 });
    const steps = [...output.matchAll(/^ ?(\d+) {2}(.+)$/gm)].map(
      ([, number, title]) => `${number} ${title}`,
    );
    expect(steps).toEqual(story.map((title, index) => `${index + 1} ${title}`));
    expect(output).toMatch(/Plan: 2 to add, 1 to change, 1 to destroy\./);
    expect(output).toMatch(/Demo passed in [\d.]+ s/);
    expect(findLeaks('the output', output, [secret])).toEqual([]);
    expect(output).not.toMatch(/svc_(live|test)_\w{8}|sha256=|\b[0-9a-f]{64}\b/);
    expect(await leftIn(demo.temporary)).toEqual([]);
    expect(gitStatus()).toBe(before);
  });

  it('clears everything away when it is interrupted in the middle of a deployment', async () => {
    const before = gitStatus();
    const demo = await startDemo();
    await expect.poll(demo.output, { timeout: 120_000, interval: 20 }).toContain('Creation complete');
    demo.process.kill('SIGINT');
    expect({ code: await demo.exit, output: demo.output() }).toEqual({
      code: 130,
      output: expect.stringMatching(/Interrupted\. Everything was removed\.\n$/),
    });
    expect(await leftIn(demo.temporary)).toEqual([]);
    expect(await processesOf(demo.marker)).toEqual([]);
    expect(gitStatus()).toBe(before);
  });

  it('says without any Terraform which step failed and what is missing', async () => {
    const demo = await startDemo({ TERRAFORM_BINARY_NAME: 'no-such-terraform' });
    expect(await demo.exit).toBe(1);
    expect(demo.output()).toMatch(
      /Step 1 failed \(Find Terraform\)\.\nTERRAFORM_BINARY_NAME names "no-such-terraform"/,
    );
    expect(await leftIn(demo.temporary)).toEqual([]);
  });
});
