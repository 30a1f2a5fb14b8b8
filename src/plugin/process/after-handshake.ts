import type { Socket } from 'node:net';
import type { Certificate } from '../go-plugin/certificate';
import { handshakeLine } from '../go-plugin/handshake';
import type { SocketDirectory } from '../go-plugin/socket-directory';
import { createTlsServer } from '../go-plugin/tls-server';
import { panicText } from '../grpc/crash';
import { createLog, type Log, logLevel, printError } from '../log';
import { Launch } from './launch';
import { Launches, type Reuse } from './launches';
import { identify, isChild, isThere } from './process-identity';
import type { ServeOptions } from './serve-options';
import { WaitingPlace } from './waiting-place';

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
  const { encoded, load, tls } = options;
  const log = createProcessLog();
  return new Launches({
    begin: launch => new Launch({ ...launch, log, load, ...(encoded && { encoded }) }),
    clientCertificate: tls?.clientCertificate,
    reuse: tls && reuseOf(options, tls.certificate),
    every: (milliseconds, action) => setInterval(action, milliseconds).unref(),
    now: () => performance.now(),
    exit: last => {
      if (last) process.on('exit', last);
      process.exit(0);
    },
  });
}

/** Undefined if the parent is no child of Terraform: `SVC_NODE` may name a program that starts Node.js. */
function reuseOf(
  { directory, prepare, reuse }: AfterHandshakeOptions,
  { der }: Certificate,
): Reuse | undefined {
  const launcher = identify(process.ppid);
  if (reuse === undefined || launcher === undefined || !isChild(launcher, reuse.terraform)) return undefined;
  const place = new WaitingPlace({
    ...reuse,
    directory,
    handshakeLine: socketPath => handshakeLine(socketPath, der),
  });
  return {
    place,
    prepare: served => setImmediate(() => void prepare?.(served)),
    terraform: reuse.terraform,
    launcher,
    processes: { isThere, isChild },
  };
}

function crash(failure: unknown): never {
  printError(panicText(failure));
  process.exit(2);
}

function createProcessLog(): Log {
  return createLog({
    level: logLevel(process.env),
    now: () => performance.timeOrigin + performance.now(),
    print: printError,
  });
}
