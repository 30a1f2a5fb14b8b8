import type { Socket } from 'node:net';
import type { Certificate } from './certificate';
import { panicText } from './crash';
import { goPluginServices } from './go-plugin-services';
import { Lifecycle } from './lifecycle';
import { createLog, type Log, logLevel, printError } from './log';
import { peerCheck } from './peer';
import { createRpcServer } from './rpc-server';
import type { ServeOptions } from './serve';
import { captureStrayOutput } from './stray-output';
import { createTlsGate } from './tls-gate';

export interface ServerOptions extends Required<ServeOptions> {
  /** Absent when Terraform announced no certificate: the socket's rights alone guard it then. */
  tls: { certificate: Certificate; clientCertificate: string } | undefined;
}

/** Everything behind the handshake line; what it returns takes the connections as they come. */
export function startServer({ load, onStop, tls }: ServerOptions): (socket: Socket) => void {
  process.on('uncaughtException', crash);
  const lifecycle = new Lifecycle({
    exit: code => process.exit(code),
    stop: onStop,
    after: (milliseconds, action) => setTimeout(action, milliseconds),
  });
  const { streams, handlers: own, print } = goPluginServices(lifecycle);
  captureStrayOutput(print);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => lifecycle.signalled());
  const log = createProcessLog();
  const handlers = load({ log }).then(loaded => new Map([...own, ...loaded]));
  const rpcServer = createRpcServer({ handlers, streams, lifecycle, log });
  if (tls === undefined) return socket => rpcServer.emit('connection', socket);
  const gate = createTlsGate({
    certificate: tls.certificate,
    isTrusted: peerCheck(tls.clientCertificate, Date.now),
    admit: socket => rpcServer.emit('connection', socket),
  });
  return socket => gate.emit('connection', socket);
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
