import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { goPluginServices } from '../go-plugin/go-plugin-services';
import { type PeerCheck, peerCheck } from '../go-plugin/peer';
import { type ConnectionHandler, createGrpcServer } from '../grpc/grpc-server';
import { Lifecycle } from '../grpc/lifecycle';
import type { RpcHandlers } from '../grpc/rpc-handler';
import type { Log } from '../log';
import { LazyProvider } from './lazy-provider';
import type { ServeOptions } from './serve-options';

export interface LaunchOptions extends Pick<ServeOptions, 'load' | 'schema'> {
  /** PEM. Absent when Terraform announced none: the socket's rights alone guard it then. */
  clientCertificate: string | undefined;
  log: Log;
  /** Its end; `isIdle` is false where calls go on all the same. */
  ended: (isIdle: boolean) => void;
}

/** What Terraform takes for a process of its own: from a start of the executable to its Shutdown. */
export class Launch {
  private readonly lifecycle: Lifecycle;
  private readonly provider: LazyProvider;
  private readonly services: ReturnType<typeof goPluginServices>;
  private readonly admitted: ConnectionHandler;
  private readonly sockets = new Set<Duplex>();
  private readonly isTrustedPeer: PeerCheck | undefined;

  /** Throws a StatusError when the announced certificate is none. */
  constructor(options: LaunchOptions) {
    const { clientCertificate, load, log, schema } = options;
    this.isTrustedPeer = clientCertificate === undefined ? undefined : peerCheck(clientCertificate, Date.now);
    this.lifecycle = new Lifecycle({
      end: options.ended,
      stop: () => this.provider.stop(),
      after: (milliseconds, action) => setTimeout(action, milliseconds),
    });
    this.services = goPluginServices({ leave: () => this.shutDown() });
    this.provider = new LazyProvider(withSchema(this.services.handlers, schema), () => load(log));
    this.admitted = createGrpcServer({
      handler: path => this.provider.handler(path),
      streams: this.services.streams,
      lifecycle: this.lifecycle,
      log,
    });
  }

  /** Whether the other end is the Terraform of this launch. */
  isTrusted(socket: TLSSocket): boolean {
    return this.isTrustedPeer?.(socket) ?? false;
  }

  admit(socket: Duplex): void {
    this.sockets.add(socket);
    this.admitted(socket);
  }

  get isConnected(): boolean {
    return [...this.sockets].some(({ destroyed }) => !destroyed);
  }

  /** Whether nothing is left of it that another launch could come across. */
  get isTraceless(): boolean {
    return this.provider.isTraceless;
  }

  print(text: Uint8Array): void {
    this.services.print(text);
  }

  signalled(): void {
    this.lifecycle.signalled();
  }

  leave(): void {
    this.lifecycle.leave();
  }

  /** A second Ctrl-C is a Shutdown too, with calls still running: that is no end in order. */
  private shutDown(): void {
    if (this.lifecycle.isIdle) this.provider.shutDown();
    this.leave();
  }

  /** As the end of a process closes what it had open. */
  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

/** Terraform's first launch of each command asks for the schema and for nothing else. */
function withSchema(handlers: RpcHandlers, schema: (() => Uint8Array) | undefined): RpcHandlers {
  return schema ? new Map([...handlers, ['/tfplugin6.Provider/GetProviderSchema', schema]]) : handlers;
}
