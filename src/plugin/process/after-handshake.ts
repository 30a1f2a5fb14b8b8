import type { Socket } from 'node:net';
import type { Certificate } from '../go-plugin/certificate';
import { handshakeLine } from '../go-plugin/handshake';
import type { SocketDirectory } from '../go-plugin/socket-directory';
import { createTlsServer } from '../go-plugin/tls-server';
import { panicText } from '../grpc/crash';
import { createLog, logLevel, printError } from '../log';
import { Launch, type Served } from './launch';
import { Launches, pollInterval } from './launches';
import { identify, isChild } from './process-identity';
import { type ReuseOptions, WaitingPlace } from './waiting-place';

export interface ServeOptions extends Served {
  /** For another launch of the same Terraform. Without them, the process ends with its first one. */
  reuse?: ReuseOptions | undefined;
  /** Loads what the next launch probably needs, while the process waits. Receives the number of launches so far. */
  prepare?: (served: number) => Promise<unknown>;
}

export interface AfterHandshakeOptions extends ServeOptions {
  /** Undefined if Terraform announced no certificate: then only the socket's permissions protect it. */
  tls: { certificate: Certificate; clientCertificate: string } | undefined;
  directory: SocketDirectory;
}

/** Starts everything after the handshake line. Returns a function that takes connections. */
export async function startAfterHandshake(options: AfterHandshakeOptions): Promise<(socket: Socket) => void> {
  process.on('uncaughtException', crash);
  const { tls } = options;
  const launches = startLaunches(options);
  // A terminal sends SIGHUP to its processes when its last program ends: cdktf runs Terraform in its own terminal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => launches.signalled());
  if (tls === undefined) return socket => launches.admit(socket);
  const server = await createTlsServer({
    certificate: tls.certificate,
    isTrusted: socket => launches.isTrusted(socket),
    admit: socket => launches.admit(socket),
  });
  return socket => server.emit('connection', socket);
}

function startLaunches(options: AfterHandshakeOptions): Launches {
  const { encoded, load, prepare, tls } = options;
  const now = () => performance.timeOrigin + performance.now();
  const log = createLog({ level: logLevel(process.env), now, print: printError });
  const place = placeOf(options);
  const launches = new Launches({
    begin: launch => new Launch({ ...launch, log, load, encoded }),
    clientCertificate: tls?.clientCertificate,
    place,
    prepare: served => setImmediate(() => void prepare?.(served)),
    exit: last => {
      if (last) process.on('exit', last);
      process.exit(0);
    },
  });
  if (place !== undefined) setInterval(() => launches.poll(), pollInterval).unref();
  return launches;
}

/** Undefined if the parent is no child of Terraform: `SVC_NODE` may name a program that starts Node.js. */
function placeOf({ directory, reuse, tls }: AfterHandshakeOptions): WaitingPlace | undefined {
  const launcher = identify(process.ppid);
  if (!tls || !reuse || !launcher || !isChild(launcher, reuse.terraform)) return undefined;
  const { der } = tls.certificate;
  return new WaitingPlace({ ...reuse, directory, launcher, handshakeLine: path => handshakeLine(path, der) });
}

function crash(failure: unknown): never {
  printError(panicText(failure));
  process.exit(2);
}
