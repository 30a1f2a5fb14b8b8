import { type ChildProcess, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { bundle, providerIn } from '../../scripts/build/bundle';
import { type Certificate, createCertificate } from '../../src/plugin/go-plugin/certificate';
import { identify } from '../../src/plugin/process/process-identity';
import { temporaryFiles } from '../harness/terraform/temporary-files';
import { ForeignClient } from './foreign-client';
import { type StartedPlugin, startPlugin } from './plugin-process';

export interface Launched {
  readonly plugin: StartedPlugin;
  readonly client: ForeignClient;
  /** What its Terraform has announced. */
  readonly own: Certificate;
  /** The process that answers. */
  readonly server: number;
}

const [boot] = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').split('-');

/** Where a built executable is launched again and again by one Terraform, which this process is. */
export class LaunchGround {
  /** The folder of the fixture provider as it is shipped: bundled, beside its launcher. */
  private directory = '';
  /** The folder for temporary files, a new one for each test. */
  temporary = '';
  private running: Launched[] = [];
  private planted: ChildProcess[] = [];
  private readonly title = process.title;

  async build(): Promise<void> {
    this.directory = await mkdtemp(join(tmpdir(), 'fixture-'));
    await bundle(providerIn(join(__dirname, 'fixture', 'main.ts')), this.directory);
    await copyFile(join(__dirname, '..', '..', 'scripts', 'build', 'launcher.sh'), this.executable);
  }

  get executable(): string {
    return join(this.directory, 'terraform-provider-svc_v1.2.3');
  }

  private get program(): string {
    return join(this.directory, 'provider.cjs');
  }

  async prepare(): Promise<void> {
    // Not in TMPDIR, which may be too long for the socket of a process that waits.
    this.temporary = await mkdtemp('/tmp/of-');
    this.running = [];
    process.title = 'terraform';
  }

  async clear(): Promise<void> {
    process.title = this.title;
    for (const { plugin, client, server } of this.running) {
      client.close();
      plugin.child.kill('SIGKILL');
      if (isThere(server)) process.kill(server, 'SIGKILL');
    }
    for (const { pid } of this.planted.splice(0))
      if (pid !== undefined && isThere(-pid)) process.kill(-pid, 'SIGKILL');
    await rm(this.temporary, { recursive: true });
  }

  place(terraform = process.pid): string {
    return join(this.temporary, `terraform-plugin-${boot}-of-${terraform}-${identify(terraform)?.started}`);
  }

  /** Starts the executable as Terraform does, with a new certificate each time. */
  async launch(environment: Record<string, string> = {}, program = this.executable): Promise<Launched> {
    const own = createCertificate();
    const announced = {
      TMPDIR: this.temporary,
      PLUGIN_CLIENT_CERT: new X509Certificate(own.der).toString(),
      ...environment,
    };
    const plugin = await startPlugin(program, announced, '/bin/sh');
    const client = new ForeignClient(plugin, own);
    const launched = { plugin, client, own, server: await serverOf(client) };
    this.running.push(launched);
    return launched;
  }

  /** The launcher with a command before each of some lines, beside the program. */
  async changedLauncher(changes: readonly (readonly [line: string, command: string])[]): Promise<string> {
    let text = await readFile(this.executable, 'utf8');
    for (const [line, command] of changes) {
      expect(text.split(line)).toHaveLength(2);
      text = text.replace(line, () => `${command}\n${line}`);
    }
    const program = `${this.executable}-changed`;
    await writeFile(program, text, { mode: 0o755 });
    return program;
  }

  /** A folder as a waiting process leaves it that is killed. */
  async plantPlace({ owner = 4_194_304, at = this.place() } = {}): Promise<string> {
    await mkdir(at, { mode: 0o700 });
    await writeFile(join(at, 'waiting'), `${owner}\n${this.program}\n1|6|unix|/nowhere|grpc|\n`);
    return at;
  }

  /** A folder whose owner lives and does what the script says. The owner's standard input is an empty pipe. */
  async plantOwner(script: string): Promise<void> {
    const at = await this.plantPlace();
    const text = String.raw`printf "%s\n%s\n1|6|unix|/nowhere|grpc|\n" $$ "$2" >"$1/waiting"`;
    const command = `: | exec /bin/sh -c '${text}; ${script}' sh "$@"`;
    const words = ['-c', command, 'sh', at, this.program];
    const owner = spawn('/bin/sh', words, { stdio: 'ignore', detached: true });
    this.planted.push(owner);
    await expect.poll(() => existsSync(join(at, 'ready')), patience).toBe(true);
  }

  nothingIsLeft() {
    return expect.poll(() => temporaryFiles(this.temporary), patience).toEqual([]);
  }
}

/** Generous: a machine may take seconds to collect orphans. */
const patience = { timeout: 10_000 };

export async function shutDown({ plugin, client }: Launched): Promise<void> {
  expect(await client.call('plugin.GRPCController', 'Shutdown', {})).toEqual({ value: {} });
  expect(await plugin.ended).toBe(0);
  client.close();
}

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function serverOf(client: ForeignClient): Promise<number> {
  const answer = await client.callFunction('process', '');
  return Number('value' in answer ? answer.value : Number.NaN);
}
