import type { Socket } from 'node:net';
import type { Certificate } from './certificate';
import { goPluginServices } from './go-plugin-services';
import { Lifecycle } from './lifecycle';
import type { Log } from './log';
import { peerCheck } from './peer';
import type { RpcHandlers } from './rpc-handler';
import { createRpcServer } from './rpc-server';
import { captureStrayOutput } from './stray-output';
import { createTlsGate } from './tls-gate';

export interface ServerOptions {
  handlers: Promise<RpcHandlers>;
  onStop: () => void;
  log: Log;
  /** Absent when Terraform announced no certificate: the socket's rights alone guard it then. */
  tls: { certificate: Certificate; clientCertificate: string } | undefined;
}

/** Everything behind the handshake line; what it returns takes the connections as they come. */
export function startServer({ handlers, onStop, log, tls }: ServerOptions): (socket: Socket) => void {
  const lifecycle = new Lifecycle({
    exit: code => process.exit(code),
    stop: onStop,
    after: (milliseconds, action) => setTimeout(action, milliseconds),
  });
  const services = goPluginServices(lifecycle);
  captureStrayOutput(services.print);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => lifecycle.signalled());
  const all = handlers.then(ours => new Map([...services.handlers, ...ours]));
  const rpcServer = createRpcServer({ handlers: all, streams: services.streams, lifecycle, log });
  if (tls === undefined) return socket => rpcServer.emit('connection', socket);
  const gate = createTlsGate({
    certificate: tls.certificate,
    isTrusted: peerCheck(tls.clientCertificate, Date.now),
    admit: socket => rpcServer.emit('connection', socket),
  });
  return socket => gate.emit('connection', socket);
}
