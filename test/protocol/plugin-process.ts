import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const cookie = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

/** The environment Terraform gives to every provider. */
export const terraformEnvironment = { TF_PLUGIN_MAGIC_COOKIE: cookie, PLUGIN_PROTOCOL_VERSIONS: '5,6' };

/** A process that has printed its handshake line. */
export interface StartedPlugin {
  child: ChildProcessByStdio<null, Readable, Readable>;
  stderr: Promise<string>;
  /** The exit code, or the signal's name. */
  ended: Promise<number | string>;
  /** The line's fields, by position. */
  handshake: string[];
  socketPath: string;
  /** The server's certificate, DER; empty without TLS. */
  certificate: Buffer;
}

export async function startPlugin(
  program: string,
  environment: Readonly<Record<string, string>> = {},
  node = process.execPath,
): Promise<StartedPlugin> {
  const inherited = { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), ...terraformEnvironment };
  const child = spawn(node, [program], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(
    ([code, signal]: (number | string | null)[]) => code ?? signal ?? 'unknown',
  );
  const stderr = text(child.stderr);
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (!Array.isArray(first)) throw new Error(`ended with ${first} before its handshake: ${await stderr}`);
  const handshake = String(first[0]).split('|');
  const [, , , socketPath = '', , certificate = ''] = handshake;
  return { child, stderr, ended, handshake, socketPath, certificate: Buffer.from(certificate, 'base64') };
}
