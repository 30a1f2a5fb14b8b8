import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { version } from '../../package.json';
import { terraformEnvironment } from './plugin-process';

const executable = join(__dirname, '..', '..', 'dist', 'provider', `terraform-provider-svc_v${version}`);
const launcher = readFileSync(executable, 'utf8');

const directory = mkdtempSync(join(tmpdir(), 'launcher-'));

async function run(program: string, environment: Record<string, string>, ...words: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  const settings = { env, extendEnv: false, reject: false, stripFinalNewline: false } as const;
  const { exitCode: code, stdout, stderr } = await execa(program, words, settings);
  return { code, output: stdout + stderr };
}

/** A shell script in a folder of its own. */
function script(name: string, text: string): string {
  const path = join(mkdtempSync(join(directory, 'of-')), name);
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}

/** A stand-in for Node.js that prints what the launcher gives it. */
const standIn = (text: string) => script('node', `#!/bin/sh\n${text}\n`);

describe('the executable', () => {
  test('says what it is when it is started by hand, through symbolic links, absolute and relative', async () => {
    mkdirSync(join(directory, 'links'));
    symlinkSync(executable, join(directory, 'links', 'absolute'));
    symlinkSync('absolute', join(directory, 'links', 'relative'));
    const { code, output } = await run(join(directory, 'links', 'relative'), {});
    expect([code, output]).toEqual([1, expect.stringContaining('is a Terraform provider')]);
  });

  test('says what docs/installing.md shows without a Node.js', async () => {
    const { output } = await run(executable, { PATH: '/nowhere' });
    expect(readFileSync('docs/installing.md', 'utf8')).toContain(`\`\`\`\n${output}\`\`\`\n`);
  });

  const older = "Object.defineProperty(process.versions, 'node', { value: '18.19.1' });";
  const beforeTwenty = {
    ...terraformEnvironment,
    SVC_NODE_OPTIONS: `--require ${script('older.cjs', older)}`,
  };
  test.each<[string, Record<string, string>, number, RegExp]>([
    ['a path in SVC_NODE without a program', { SVC_NODE: '/nowhere/node' }, 127, /is no '\/nowhere\/node'/],
    ['a Node.js before 20', beforeTwenty, 1, /needs Node\.js 20 or newer; found v\d+/],
  ])('names %s on its first line', async (_, environment, status, words) => {
    const { code, output } = await run(executable, environment);
    expect([code, output.split('\n')[0]]).toEqual([status, expect.stringMatching(words)]);
  });

  test('starts the program beside it with the first Node.js on PATH, which the parts `nodes` of `npm run test:all` name', async () => {
    const preload = script('version.cjs', 'console.log(process.version, process.argv[1]); process.exit();');
    const { output } = await run(executable, { SVC_NODE_OPTIONS: `--require ${preload}` });
    expect(output).toBe(`${process.version} ${join(dirname(executable), 'provider.cjs')}\n`);
  });

  test("passes on variables that slow down Node's start under another name", async () => {
    const node = standIn('echo "$NODE_EXTRA_CA_CERTS|$SVC_EXTRA_CA_CERTS|$NODE_OPTIONS"');
    const environment = { SVC_NODE: node, NODE_EXTRA_CA_CERTS: '/tmp/my ca.pem', NODE_OPTIONS: '--inspect' };
    expect(await run(executable, environment)).toEqual({ code: 0, output: '|/tmp/my ca.pem|\n' });
  });
});

/** A package of the registry has a node. Each row: the loaders of this system, and which Node.js is started. */
test.each<[string, readonly string[], { mode?: number; SVC_NODE?: string; PATH?: string }, string]>([
  ['Linux on x64, without one on PATH', ['/lib64/ld-linux-x86-64.so.2'], { PATH: '/nowhere' }, 'beside'],
  ['Linux on arm64', ['/lib/ld-linux-aarch64.so.1'], {}, 'beside'],
  ['macOS', ['/usr/lib/dyld'], {}, 'beside'],
  ['Alpine, which has no such loader', [], {}, 'on PATH'],
  ['any system if it is not executable', ['/usr/lib/dyld'], { mode: 0o644 }, 'on PATH'],
  ['any system if SVC_NODE names another', ['/usr/lib/dyld'], { SVC_NODE: 'named' }, 'named'],
])('of a package with a node, on %s', async (_, loaders, { mode = 0o755, SVC_NODE, PATH }, started) => {
  const root = mkdtempSync(join(directory, 'root-'));
  for (const loader of loaders) {
    mkdirSync(join(root, dirname(loader)), { recursive: true });
    writeFileSync(join(root, loader), '');
  }
  const program = script('launcher', launcher.replace(/-e (\/(?:usr\/)?lib)/g, `-e ${root}$1`));
  writeFileSync(join(dirname(program), 'node'), '#!/bin/sh\necho beside\n');
  chmodSync(join(dirname(program), 'node'), mode);
  const environment = {
    PATH: PATH ?? `${dirname(standIn('echo on PATH'))}:${process.env['PATH']}`,
    ...(SVC_NODE !== undefined && { SVC_NODE: standIn('echo named') }),
  };
  expect(await run(program, environment)).toEqual({ code: 0, output: `${started}\n` });
});

describe('a launch by a Terraform that may start others', () => {
  beforeEach(({ skip }) => skip(process.platform !== 'linux', 'it needs /proc of Linux'));
  /** How the launcher, changed for the test, starts its program: to be used again, or as a process of its own. */
  async function startOf(changes: readonly [string, string][], environment = {}, parent = 'terraform') {
    const changed = changes.reduce((text, [from, to]) => {
      expect(text).toContain(from);
      return text.replaceAll(from, to);
    }, launcher);
    const program = script('launcher', changed);
    const terraform = join(dirname(program), parent);
    symlinkSync('/bin/sh', terraform);
    const SVC_NODE = standIn('[ -n "$SVC_WAITING_PLACE" ] && echo reused || echo own');
    const TMPDIR = dirname(program);
    const { output } = await run(
      terraform,
      { TMPDIR, SVC_NODE, ...environment },
      '-c',
      `${program}; exit $?`,
    );
    return output.trim();
  }

  const boot = '/proc/sys/kernel/random/boot_id';
  const namespace = '"/proc/$PPID/ns/pid" -ef';
  test.each<[string, [string, string][], Record<string, string>, string, string]>([
    ['on Linux', [], {}, 'terraform', 'reused'],
    ['on OpenTofu', [], {}, 'tofu', 'reused'],
    ['by another program', [], {}, 'make', 'own'],
    ['that must not stay', [], { SVC_STAY: 'no' }, 'terraform', 'own'],
    ['with logs', [], { TF_LOG: 'info' }, 'terraform', 'own'],
    ['with logs of the provider', [], { TF_LOG_PROVIDER: 'warn' }, 'terraform', 'own'],
    ['with something preloaded', [], { SVC_NODE_OPTIONS: '--no-warnings' }, 'terraform', 'own'],
    ['with a relative TMPDIR', [], { TMPDIR: '.' }, 'terraform', 'own'],
    ['on macOS, which has no /proc', [['/proc/', '/nowhere/']], {}, 'terraform', 'own'],
    ['without a boot id', [[boot, '/nowhere']], {}, 'terraform', 'own'],
    ['in another PID namespace', [[namespace, '/ -ef']], {}, 'terraform', 'own'],
    ['where /proc shows other numbers', [['"$number" = "$$"', '1 = 2']], {}, 'terraform', 'own'],
    ['where /proc shows another parent', [['"$parent" = "$PPID"', '1 = 2']], {}, 'terraform', 'own'],
  ])('%s', async (_, changes, environment, parent, expected) => {
    expect(await startOf(changes, environment, parent)).toBe(expected);
  });

  test.each([
    ['a process of its own', { SVC_STAY: 'no' }],
    ['one that may be used again', {}],
  ])('says in %s that Node.js does not start, and the command in it says why', async (_, environment) => {
    const SVC_NODE = standIn('echo "No version is set for node" >&2; exit 126');
    const output = await startOf([], { SVC_NODE, ...environment });
    expect(output).toContain(`Node.js does not start: '${SVC_NODE}' ended with 126. To see why, run: `);
    const command = output.split('run: ')[1]?.split('\n')[0] ?? '';
    expect((await run('/bin/sh', {}, '-c', command)).output).toBe('No version is set for node\n');
  });

  test.each([
    [126, 'on PATH'],
    [127, 'on PATH'],
    [132, 'on PATH'],
    [1, 'Node.js does not start: '],
  ])('of a package whose node ends with %i, though its loader is there: %s', async (code, expected) => {
    const loader = '/lib64/ld-linux-x86-64.so.2';
    const program = script('launcher', launcher.replace(`! -e ${loader}`, '! -e /'));
    const terraform = join(dirname(program), 'terraform');
    symlinkSync('/bin/sh', terraform);
    writeFileSync(join(dirname(program), 'node'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
    const PATH = `${dirname(standIn('echo on PATH'))}:${process.env['PATH']}`;
    for (const environment of [{ SVC_STAY: 'no' }, { TMPDIR: dirname(program) }]) {
      const { output } = await run(terraform, { PATH, ...environment }, '-c', `${program}; exit $?`);
      expect(output.startsWith(expected), output).toBe(true);
    }
  });

  type Planted = Readonly<Record<'temporary' | 'record' | 'ofZombie' | 'ofRunning' | 'ofEarlier', string>>;
  const recorded = (text: keyof Planted) => (planted: Planted) =>
    writeFileSync(planted.record, planted[text]);
  const ofAnother = (path: string) => chownSync(path, 65_534, 65_534);
  test.for<[string, (planted: Planted) => unknown, string, ('young' | 'root')?]>([
    ['no record', () => {}, 'reused'],
    ['an empty record', ({ record }) => writeFileSync(record, ''), 'reused'],
    ['a zombie', recorded('ofZombie'), 'own'],
    ['a zombie of nine seconds', recorded('ofZombie'), 'reused', 'young'],
    ['a zombie’s number again', recorded('ofEarlier'), 'reused'],
    ['a process that runs', recorded('ofRunning'), 'reused'],
    ['a link', ({ record }) => symlinkSync('/nowhere', record), 'own'],
    ['a folder', ({ record }) => mkdirSync(record), 'own'],
    ['a pipe', ({ record }) => execFileSync('mkfifo', [record]), 'own'],
    ['another user’s record', ({ record }) => [writeFileSync(record, ''), ofAnother(record)], 'own', 'root'],
    ['a TMPDIR where others may rename', ({ temporary }) => ofAnother(temporary), 'own', 'root'],
    ['/tmp', ({ temporary: tmp }) => [ofAnother(tmp), chmodSync(tmp, 0o1777)], 'reused', 'root'],
  ])('that finds %s: orphans must be reaped', async ([_, plant, expected, only], { skip }) => {
    skip(only === 'root' && process.getuid?.() !== 0, 'only root can give a file to another user');
    const temporary = mkdtempSync(join(directory, 'tmp-'));
    const record = join(temporary, `terraform-plugin-orphan-of-${process.getuid?.()}`);
    const { pid: parent = 0, stdout } = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60']);
    onTestFinished(() => void process.kill(parent, 'SIGKILL'));
    const pid = Number(await once(stdout, 'data'));
    const statOf = (of: number) => readFileSync(`/proc/${of}/stat`, 'utf8').split(' ');
    await expect.poll(() => statOf(pid)[2]).toBe('Z');
    const recordOf = (of: number) => `${of} ${statOf(of)[21]}\n`;
    const records = { ofZombie: recordOf(pid), ofRunning: recordOf(parent), ofEarlier: `${pid} 1\n` };
    plant({ temporary, record, ...records });
    const changes: [string, string][] = only === 'young' ? [] : [['-lt 1000', '-lt 0']];
    expect(await startOf(changes, { TMPDIR: temporary })).toBe(expected);
  });
});
