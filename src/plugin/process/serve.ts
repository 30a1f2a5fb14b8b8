import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createCertificate } from '../go-plugin/certificate';
import { handshakeLine, readHandshake } from '../go-plugin/handshake';
import { createSocketDirectory, type SocketDirectory } from '../go-plugin/socket-directory';
import { type ServeOptions, startAfterHandshake } from './after-handshake';

/**
 * Runs the process as a Terraform plugin until Terraform ends it. All imports of this file are loaded before the
 * handshake line. Terraform waits for that line in each of its three to five starts per command.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const handshake = readHandshake(process.env);
  if ('refusal' in handshake) {
    writeSync(2, handshake.refusal);
    process.exit(1);
  }
  const { clientCertificate } = handshake;
  const tls = clientCertificate ? { clientCertificate, certificate: createCertificate() } : undefined;
  const { directory, listener } = await listen().catch(failToListen);
  writeSync(1, handshakeLine(directory.socketPath, tls?.certificate.der));
  const accept = startAfterHandshake({ ...options, tls, directory });
  listener.on('connection', async socket => (await accept)(socket));
}

async function listen(): Promise<{ listener: Server; directory: SocketDirectory }> {
  const directory = createSocketDirectory(process.env['TMPDIR']);
  process.on('exit', () => directory.remove());
  const listener = createServer().listen(directory.socketPath);
  // It usually listens immediately. Waiting for the event takes half a millisecond.
  if (!listener.listening) await once(listener, 'listening');
  directory.protect();
  return { listener, directory };
}

function failToListen(failure: unknown): never {
  const reason = failure instanceof Error ? failure.message : 'for an unknown reason';
  writeSync(1, `The provider cannot open a socket in TMPDIR or /tmp: ${reason}\n`);
  process.exit(1);
}
