import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProvider } from '../../scripts/build/provider';
import { terraformEnvironment } from './plugin-process';

let directory: string;
let executable: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'launcher-'));
  await buildProvider({ entry: join(__dirname, 'fixture', 'main.ts'), version: '1.2.3', directory });
  executable = join(directory, 'provider', 'terraform-provider-svc_v1.2.3');
});
afterAll(() => rm(directory, { recursive: true }));

function run(
  program: string,
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  return new Promise(resolve => {
    const child = execFile(program, { env, timeout: 10_000 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

/** A stand-in for Node that prints what the launcher gives it. */
async function standIn(text: string): Promise<string> {
  const path = join(await mkdtemp(join(directory, 'stand-in-')), 'node');
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

test('started by hand, the executable says what it is', async () => {
  const { code, output } = await run(executable, {});
  expect(code).toBe(1);
  expect(output).toContain('is a Terraform provider');
});

test('the executable is found through symbolic links, absolute and relative', async () => {
  await mkdir(join(directory, 'links'));
  await symlink(executable, join(directory, 'links', 'absolute'));
  await symlink('absolute', join(directory, 'links', 'relative'));
  const { output } = await run(join(directory, 'links', 'relative'), {});
  expect(output).toContain('is a Terraform provider');
});

test.each([
  ['PATH', { PATH: '/nowhere' }, "there is no 'node'"],
  ['SVC_NODE', { SVC_NODE: '/nowhere/node' }, "there is no '/nowhere/node'"],
])('without a Node.js at the path in %s, the first line says so', async (_, environment, text) => {
  const { code, output } = await run(executable, environment);
  expect(code).toBe(127);
  expect(output.split('\n')[0]).toContain(text);
});

test('docs/ci-images.md shows the message for a missing Node.js', async () => {
  const { output } = await run(executable, { PATH: '/nowhere' });
  expect(await readFile('docs/ci-images.md', 'utf8')).toContain(`\`\`\`\n${output}\`\`\`\n`);
});

test('a Node.js before 20 is named on the first line', async () => {
  const preload = join(directory, 'older.cjs');
  await writeFile(preload, "Object.defineProperty(process.versions, 'node', { value: '18.19.1' });");
  const { code, output } = await run(executable, {
    ...terraformEnvironment,
    SVC_NODE_OPTIONS: `--require ${preload}`,
  });
  expect(code).toBe(1);
  expect(output.split('\n')[0]).toMatch(/needs Node\.js 20 or newer; found v\d+/);
});

test('the first Node.js on PATH runs the provider, so `npm run test:nodes` tests the one that it names', async () => {
  const preload = join(directory, 'version.cjs');
  await writeFile(preload, 'console.log(process.version); process.exit();');
  const { output } = await run(executable, { SVC_NODE_OPTIONS: `--require ${preload}` });
  expect(output.trim()).toBe(process.version);
});

test("variables that slow down Node's start are passed on under another name", async () => {
  const node = await standIn('echo "$NODE_EXTRA_CA_CERTS|$SVC_EXTRA_CA_CERTS|$NODE_OPTIONS"');
  const environment = { SVC_NODE: node, NODE_EXTRA_CA_CERTS: '/tmp/my ca.pem', NODE_OPTIONS: '--inspect' };
  expect(await run(executable, environment)).toEqual({ code: 0, output: '|/tmp/my ca.pem|\n' });
});

describe('a node beside the executable', () => {
  const print = (text: string) => `#!/bin/sh\necho ${text}\n`;

  /** A package of the registry, whose launcher may look for the loaders of other systems. */
  async function packageWithNode(change: (launcher: string) => string = launcher => launcher) {
    const folder = await mkdtemp(join(directory, 'with-node-'));
    const launcher = join(folder, 'terraform-provider-svc_v1.2.3');
    await writeFile(launcher, change(await readFile(executable, 'utf8')), { mode: 0o755 });
    await writeFile(join(folder, 'node'), print('beside'), { mode: 0o755 });
    return { launcher, node: join(folder, 'node') };
  }

  test('is started, whatever is on PATH', async () => {
    const { launcher } = await packageWithNode();
    const onPath = dirname(await standIn('echo on PATH'));
    expect(await run(launcher, { PATH: onPath })).toEqual({ code: 0, output: 'beside\n' });
    expect(await run(launcher, { PATH: '/nowhere' })).toEqual({ code: 0, output: 'beside\n' });
  });

  test('is not started if SVC_NODE names another one', async () => {
    const { launcher } = await packageWithNode();
    expect(await run(launcher, { SVC_NODE: await standIn('echo named') })).toMatchObject({
      output: 'named\n',
    });
  });

  test('is not started if it is not executable', async () => {
    const { launcher, node } = await packageWithNode();
    await chmod(node, 0o644);
    const onPath = dirname(await standIn('echo on PATH'));
    expect(await run(launcher, { PATH: onPath })).toMatchObject({ output: 'on PATH\n' });
  });

  test('is not started where its loader is missing, as on Alpine: PATH decides', async () => {
    const { launcher } = await packageWithNode(text => text.replace(/-e \/(?:usr\/)?lib/g, '-e /nowhere'));
    const onPath = dirname(await standIn('echo on PATH'));
    expect(await run(launcher, { PATH: onPath })).toMatchObject({ output: 'on PATH\n' });
    const { code, output } = await run(launcher, { PATH: '/nowhere' });
    expect([code, output]).toEqual([127, expect.stringContaining("there is no 'node'")]);
  });
});

test('the program is started from where the executable lies', async () => {
  const node = await standIn('echo "$1"');
  const { output } = await run(executable, { SVC_NODE: node });
  expect(output.trim()).toBe(join(dirname(executable), 'provider.cjs'));
  expect(existsSync(output.trim())).toBe(true);
});
