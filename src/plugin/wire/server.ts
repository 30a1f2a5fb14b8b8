import type { Socket } from 'node:net';
import type { Certificate } from './certificate';
import { panicText } from './crash';
import { goPluginServices } from './go-plugin-services';
import { Lifecycle } from './lifecycle';
import { createLog, type Log, logLevel, printError } from './log';
import { Methods } from './methods';
import { peerCheck } from './peer';
import type { RpcHandlers } from './rpc-handler';
import { createRpcServer } from './rpc-server';
import type { ServeOptions } from './serve';
import { captureStrayOutput } from './stray-output';
import { createTlsGate } from './tls-gate';

export interface ServerOptions extends ServeOptions {
  /** Absent when Terraform announced no certificate: the socket's rights alone guard it then. */
  tls: { certificate: Certificate; clientCertificate: string } | undefined;
}

/** Everything behind the handshake line; what it returns takes the connections as they come. */
export async function startServer({ load, schema, tls }: ServerOptions): Promise<(socket: Socket) => void> {
  process.on('uncaughtException', crash);
  const lifecycle = new Lifecycle({
    exit: code => process.exit(code),
    stop: () => methods.stop(),
    after: (milliseconds, action) => setTimeout(action, milliseconds),
  });
  const { streams, handlers, print } = goPluginServices(lifecycle);
  captureStrayOutput(print);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => lifecycle.signalled());
  const log = createProcessLog();
  const methods = new Methods(withSchema(handlers, schema), () => load(log));
  const admit = createRpcServer({ handler: path => methods.handler(path), streams, lifecycle, log });
  if (tls === undefined) return admit;
  const gate = await createTlsGate({
    certificate: tls.certificate,
    isTrusted: peerCheck(tls.clientCertificate, Date.now),
    admit,
  });
  return socket => gate.emit('connection', socket);
}

/** Terraform's first launch of each command asks for the schema and for nothing else. */
function withSchema(handlers: RpcHandlers, schema: (() => Uint8Array) | undefined): RpcHandlers {
  return schema ? new Map([...handlers, ['/tfplugin6.Provider/GetProviderSchema', schema]]) : handlers;
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
