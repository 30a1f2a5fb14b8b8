import type { Socket } from 'node:net';
import type { Certificate } from './certificate';
import { panicText } from './crash';
import { Launch } from './launch';
import { Launches, type Stay } from './launches';
import { createLog, type Log, logLevel, printError } from './log';
import type { ServeOptions } from './serve';
import { captureStrayOutput } from './stray-output';
import { createTlsGate } from './tls-gate';
import { WaitingPlace } from './waiting-place';

export interface ServerOptions extends ServeOptions {
  /** Absent when Terraform announced no certificate: the socket's rights alone guard it then. */
  tls: { certificate: Certificate; clientCertificate: string } | undefined;
  /** What Terraform was told. */
  handshakeLine: string;
}

/** Everything behind the handshake line; what it returns takes the connections as they come. */
export async function startServer(options: ServerOptions): Promise<(socket: Socket) => void> {
  process.on('uncaughtException', crash);
  const { tls } = options;
  const launches = startLaunches(options);
  captureStrayOutput(text => launches.print(text));
  // A terminal hangs up on all that it has started when its last program ends: cdktf runs Terraform in one of its own.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => launches.signalled());
  if (tls === undefined) return socket => launches.admit(socket);
  const gate = await createTlsGate({
    certificate: tls.certificate,
    isTrusted: socket => launches.isTrusted(socket),
    admit: socket => launches.admit(socket),
  });
  return socket => gate.emit('connection', socket);
}

function startLaunches(options: ServerOptions): Launches {
  const { load, schema, tls } = options;
  const log = createProcessLog();
  return new Launches({
    begin: launch => new Launch({ ...launch, log, load, ...(schema && { schema }) }),
    clientCertificate: tls?.clientCertificate,
    parent: () => process.ppid,
    stay: tls && stayOf(options),
    every: (milliseconds, action) => setInterval(action, milliseconds).unref(),
    now: () => performance.now(),
    exit: last => {
      if (last) process.on('exit', last);
      process.exit(0);
    },
  });
}

function stayOf(options: ServerOptions): Stay | undefined {
  const { handshakeLine, stay } = options;
  if (stay === undefined) return undefined;
  const place = new WaitingPlace(stay.at);
  process.on('exit', () => place.remove());
  const prepare = (served: number) => setImmediate(() => void options.prepare?.(served));
  return { place, handshakeLine, prepare, terraform: stay.terraform, isThere };
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (failure) {
    // It is somebody else's, but it is there.
    return failure instanceof Error && 'code' in failure && failure.code === 'EPERM';
  }
}

function crash(failure: unknown): never {
  printError(panicText(failure));
  process.exit(2);
}

function createProcessLog(): Log {
  return createLog({
    level: logLevel(process.env),
    module: 'provider',
    now: () => performance.timeOrigin + performance.now(),
    print: printError,
  });
}
