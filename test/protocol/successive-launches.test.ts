import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildProvider } from '../../scripts/build/provider';
import { type Certificate, createCertificate } from '../../src/plugin/wire/certificate';
import { pemOf } from '../../src/plugin/wire/pem';
import { ForeignClient } from './foreign-client';
import { type StartedPlugin, startPlugin, terraformEnvironment } from './plugin-process';

/** This process is the Terraform of all launches here, and its name does not say so. */
const asTerraform = () => ({ TMPDIR: temporary, SVC_STAY: 'yes' });
const place = () => join(temporary, `terraform-plugin-of-${process.pid}`);

let directory: string;
let executable: string;
let temporary: string;
let running: Launched[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'launches-'));
  await buildProvider({ entry: join(__dirname, 'fixture', 'main.ts'), version: '1.2.3', directory });
  executable = join(directory, 'provider', 'terraform-provider-svc_v1.2.3');
});
afterAll(() => rm(directory, { recursive: true }));
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'of-'));
  running = [];
});
afterEach(async () => {
  for (const { plugin, client, server } of running) {
    client.close();
    plugin.child.kill('SIGKILL');
    if (isThere(server)) process.kill(server, 'SIGKILL');
  }
  await rm(temporary, { recursive: true });
});

interface Launched {
  readonly plugin: StartedPlugin;
  readonly client: ForeignClient;
  /** What its Terraform has announced. */
  readonly own: Certificate;
  /** The process that answers. */
  readonly server: number;
}

/** Starts the executable as Terraform does, with a new certificate each time. */
async function launch(environment: Record<string, string> = {}, program = executable): Promise<Launched> {
  const own = createCertificate();
  const announced = { ...asTerraform(), PLUGIN_CLIENT_CERT: pemOf(own.der), ...environment };
  const plugin = await startPlugin(program, announced, '/bin/sh');
  const client = new ForeignClient(plugin, own);
  const server = Number(contentOf(await client.callFunction('process', '')));
  const launched = { plugin, client, own, server };
  running.push(launched);
  return launched;
}

function contentOf(answer: object): unknown {
  return 'value' in answer ? answer.value : answer;
}

async function shutDown({ plugin, client }: Launched): Promise<void> {
  expect(await client.call('plugin.GRPCController', 'Shutdown', {})).toEqual({ value: {} });
  expect(await plugin.ended).toBe(0);
  client.close();
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Generous: whoever collects orphans on a machine may take seconds for it. */
const patience = { timeout: 10_000 };
const goes = (pid: number) => expect.poll(() => isThere(pid), patience).toBe(false);
const nothingIsLeft = () => expect.poll(() => readdir(temporary), patience).toEqual([]);

describe('launches of one Terraform, one after the other', () => {
  test('are served by one process, and each ends for Terraform at its Shutdown', async () => {
    const first = await launch();
    await shutDown(first);
    const second = await launch();
    await shutDown(second);
    const third = await launch();
    expect([second.server, third.server]).toEqual([first.server, first.server]);
    expect(second.plugin.child.pid).not.toBe(first.plugin.child.pid);
  });

  test('each have a certificate of their own: the one before is not let in any more', async () => {
    const before = await launch();
    await shutDown(before);
    const comeAgain = async () => {
      const late = new ForeignClient(before.plugin, before.own, { 'grpc.use_local_subchannel_pool': 1 });
      const answer = await late.callFunction('echo', 'it is me');
      late.close();
      return answer;
    };
    expect(await comeAgain()).toHaveProperty('code');
    const next = await launch();
    expect(next.server).toBe(before.server);
    expect(await comeAgain()).toHaveProperty('code');
    expect(await next.client.callFunction('echo', 'still here')).toEqual({ value: 'still here' });
  });

  test('end with the one that has left a trace', async () => {
    const first = await launch();
    await shutDown(first);
    const second = await launch();
    await second.client.callFunction('mark', '');
    await shutDown(second);
    await goes(first.server);
    await nothingIsLeft();
    expect((await launch()).server).not.toBe(first.server);
  });

  test('what one prints reaches its own Terraform', async () => {
    const first = await launch();
    await shutDown(first);
    const { client } = await launch();
    const printed: string[] = [];
    const stop = client.listen(text => printed.push(text));
    await client.callFunction('print', 'hello');
    await expect.poll(() => printed.join('')).toBe('hello\n');
    stop();
  });

  test('a crash is told to the Terraform whose launch it was, in all its lines', async () => {
    await shutDown(await launch());
    const { plugin, client } = await launch();
    await client.callFunction('crash', 'planted-secret');
    expect(await plugin.ended).toBe(1);
    const stderr = await plugin.stderr;
    expect(stderr).toMatch(/^panic: TypeError\n {4}at /);
    expect(stderr).not.toContain('planted-secret');
    await nothingIsLeft();
  });

  test('a call in flight at Shutdown comes to its end, and then the process goes on to the next', async () => {
    const first = await launch();
    const call = first.client.callFunction('wait', '500');
    await new Promise(resolve => setTimeout(resolve, 100));
    await shutDown(first);
    expect(await call).toEqual({ value: '500' });
    expect((await launch()).server).toBe(first.server);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s to all of them changes nothing', async signal => {
    const first = await launch();
    first.plugin.child.kill(signal);
    process.kill(first.server, signal);
    await shutDown(first);
    const second = await launch();
    second.plugin.child.kill(signal);
    process.kill(second.server, signal);
    expect(await second.client.callFunction('echo', 'unmoved')).toEqual({ value: 'unmoved' });
    expect(second.server).toBe(first.server);
  });
});

describe('a process of its own', () => {
  test('has each of two launches at a time', async () => {
    const first = await launch();
    const beside = await launch();
    expect(beside.server).not.toBe(first.server);
    await shutDown(first);
    const [claiming, another] = await Promise.all([launch(), launch()]);
    expect([claiming.server, another.server].filter(server => server === first.server)).toHaveLength(1);
    await shutDown(beside);
    await goes(beside.server);
  });

  test.each([
    ['logs are wanted', { TF_LOG: 'info' }],
    ["the provider's logs are wanted", { TF_LOG_PROVIDER: 'warn' }],
    ['something is preloaded', { SVC_NODE_OPTIONS: '--no-warnings' }],
    ['somebody says so', { SVC_STAY: 'no' }],
  ])('has a launch in which %s, and Terraform is its parent', async (_, environment) => {
    await shutDown(await launch());
    const own = await launch(environment);
    expect(own.server).toBe(own.plugin.child.pid);
    await shutDown(own);
    await goes(own.server);
  });

  test('has each launch of a program that is not Terraform: its environment may be another each time', async () => {
    const first = await launch({ SVC_STAY: '' });
    await shutDown(first);
    await goes(first.server);
    await nothingIsLeft();
  });

  test('has another program of the same Terraform', async () => {
    const first = await launch();
    await shutDown(first);
    await mkdir(join(directory, 'copy'), { recursive: true });
    await symlink(join(directory, 'provider'), join(directory, 'copy', 'provider')).catch(() => undefined);
    const program = join(directory, 'copy', 'provider', 'terraform-provider-svc_v1.2.3');
    expect((await launch({}, program)).server).not.toBe(first.server);
  });

  test('has a launch whose predecessor was killed, and the one after that has it again', async () => {
    await plantPlace({ owner: '4194304' });
    const first = await launch();
    await shutDown(first);
    expect((await launch()).server).toBe(first.server);
  });

  test.each<[string, () => Promise<void>]>([
    ['that is a link to one', () => plantLink()],
    ['that is not whole', () => plantPlace({ handshake: '' })],
  ])('has a launch that finds a folder %s', async (_, plant) => {
    await plant();
    const { server, plugin } = await launch();
    expect(plugin.handshake[3]).toMatch(/terraform-plugin-/);
    expect(isThere(server)).toBe(true);
    expect(await readFile(join(place(), 'owner'), 'utf8')).not.toContain(String(server));
  });
});

/** A folder as a waiting process leaves it. */
async function plantPlace({ owner = String(process.pid), handshake = '1|6|unix|/nowhere|grpc|\n' } = {}) {
  await mkdir(place(), { mode: 0o700 });
  await writeFile(join(place(), 'owner'), `${owner}\n${join(directory, 'provider', 'provider.cjs')}\n`);
  await writeFile(join(place(), 'waiting'), handshake);
}

async function plantLink() {
  await plantPlace();
  const elsewhere = await mkdtemp(join(temporary, 'elsewhere-'));
  for (const name of ['owner', 'waiting'])
    await writeFile(join(elsewhere, name), await readFile(join(place(), name)));
  await rm(place(), { recursive: true });
  await symlink(elsewhere, place());
}

describe('nothing is left behind', () => {
  test.each([
    ['the first', 0],
    ['a later', 1],
  ])('when %s launcher is killed while it serves', async (_, earlier) => {
    for (let count = 0; count < earlier; count++) await shutDown(await launch());
    const { plugin, client, server } = await launch();
    plugin.child.kill('SIGKILL');
    await plugin.ended;
    client.close();
    await goes(server);
    await nothingIsLeft();
  });

  test('when the process ends right after it was claimed', async () => {
    await plantPlace();
    execFileSync('mkfifo', [join(place(), 'errors')]);
    const { handshake, ended } = await startPlugin(
      executable,
      { ...asTerraform(), PLUGIN_CLIENT_CERT: 'any' },
      '/bin/sh',
    );
    expect(handshake[3]).toBe('/nowhere');
    expect(await ended).toBe(1);
    await rm(place(), { recursive: true });
  });

  test('when the program refuses to start', async () => {
    const child = spawn('/bin/sh', [executable], { env: { PATH: process.env['PATH'], TMPDIR: temporary } });
    expect(await once(child, 'exit')).toEqual([1, null]);
    await nothingIsLeft();
  });

  test.each([
    ['Terraform is no more', () => {}],
    ['its terminal has hung up', (server: number) => process.kill(server, 'SIGHUP')],
  ])('when %s', async (_, happens) => {
    const { parent, server } = await launchFromAnother();
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(isThere(server)).toBe(true);
    happens(server);
    parent.kill('SIGKILL');
    await goes(server);
    await nothingIsLeft();
  });

  test('when somebody has removed the folder', async () => {
    const { parent, server } = await launchFromAnother();
    for (const name of await readdir(temporary)) await rm(join(temporary, name), { recursive: true });
    parent.kill('SIGKILL');
    await goes(server);
  });

  test('the folder is nobody else’s business', async () => {
    await launch();
    expect((await stat(place())).mode & 0o777).toBe(0o700);
    expect((await readdir(place())).sort()).toEqual(['errors', 'owner']);
  });
});

/** A launch of a Terraform that is not this process, up to its Shutdown. */
async function launchFromAnother(): Promise<{ parent: ChildProcess; server: number }> {
  const own = createCertificate();
  const environment = {
    ...terraformEnvironment,
    PATH: process.env['PATH'] ?? '',
    ...asTerraform(),
    PLUGIN_CLIENT_CERT: pemOf(own.der),
  };
  const script = '/bin/sh "$1" & wait; exec sleep 30';
  const parent = spawn('/bin/sh', ['-c', script, 'sh', executable], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(parent.stdout, 'data');
  const [, , , socketPath = '', , certificate = ''] = String(line).split('|');
  const client = new ForeignClient({ socketPath, certificate: Buffer.from(certificate, 'base64') }, own);
  const server = Number(contentOf(await client.callFunction('process', '')));
  await client.call('plugin.GRPCController', 'Shutdown', {});
  client.close();
  return { parent, server };
}
