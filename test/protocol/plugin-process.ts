import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { bundle, providerIn } from '../../scripts/build/bundle';

const cookie = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

/** The environment Terraform gives to every provider. */
export const terraformEnvironment = { TF_PLUGIN_MAGIC_COOKIE: cookie, PLUGIN_PROTOCOL_VERSIONS: '5,6' };

/** The fixture provider as it is shipped: bundled, beside its launcher. */
export interface BuiltFixture {
  readonly directory: string;
  readonly program: string;
  readonly executable: string;
}

/** Remove its directory afterwards. */
export async function buildFixture(): Promise<BuiltFixture> {
  const directory = await mkdtemp(join(tmpdir(), 'fixture-'));
  const executable = join(directory, 'terraform-provider-svc_v1.2.3');
  await bundle(providerIn(join(__dirname, 'fixture', 'main.ts')), directory);
  await copyFile(join(__dirname, '..', '..', 'scripts', 'build', 'launcher.sh'), executable);
  return { directory, program: join(directory, 'provider.cjs'), executable };
}

/** A started process, before anything is known of it. */
export interface StartedProcess {
  child: ChildProcessByStdio<null, Readable, Readable>;
  stderr: Promise<string>;
  /** The exit code, or the signal's name. */
  ended: Promise<number | string>;
}

export function startProcess(
  program: string,
  environment: Readonly<Record<string, string>>,
  node = process.execPath,
): StartedProcess {
  const inherited = { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir() };
  const child = spawn(node, [program], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(
    ([code, signal]: (number | string | null)[]) => code ?? signal ?? 'unknown',
  );
  return { child, stderr: text(child.stderr), ended };
}

/** A process that has printed its handshake line. */
export interface StartedPlugin extends StartedProcess {
  /** The line's fields, by position. */
  handshake: string[];
  socketPath: string;
  /** The server's certificate, DER; empty without TLS. */
  certificate: Buffer;
}

export async function startPlugin(
  program: string,
  environment: Readonly<Record<string, string>> = {},
  node?: string,
): Promise<StartedPlugin> {
  const started = startProcess(program, { ...terraformEnvironment, ...environment }, node);
  const line = await firstLine(started);
  const handshake = line.split('|');
  const [, , , socketPath = '', , certificate = ''] = handshake;
  return { ...started, handshake, socketPath, certificate: Buffer.from(certificate, 'base64') };
}

async function firstLine({ child, ended, stderr }: StartedProcess): Promise<string> {
  let output = '';
  child.stdout.on('data', chunk => {
    output += String(chunk);
  });
  while (!output.includes('\n')) {
    const first = await Promise.race([once(child.stdout, 'data'), ended]);
    if (!Array.isArray(first)) throw new Error(`ended with ${first} before its handshake: ${await stderr}`);
  }
  return output.slice(0, output.indexOf('\n'));
}
