import { X509Certificate } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { goPluginStreams } from '../go-plugin/go-plugin-streams';
import { type ConnectionHandler, createGrpcServer } from '../grpc/grpc-server';
import { Lifecycle } from '../grpc/lifecycle';
import type { RpcHandlers } from '../grpc/rpc-handler';
import type { Log } from '../log';
import { LazyProvider } from './lazy-provider';
import type { ServeOptions } from './serve-options';

export interface LaunchOptions extends Pick<ServeOptions, 'load' | 'encoded'> {
  /** PEM. Undefined if Terraform announced none: then only the socket's permissions protect it. */
  clientCertificate: string | undefined;
  log: Log;
  /** Called at the end; `isIdle` is false if calls are still in flight. */
  ended: (isIdle: boolean) => void;
}

/** One launch of the provider, which Terraform takes for one process: from the start of the executable to Shutdown. */
export class Launch {
  private readonly lifecycle: Lifecycle;
  private readonly provider: LazyProvider;
  private readonly serve: ConnectionHandler;
  private readonly sockets = new Set<Duplex>();
  private readonly announced: X509Certificate | undefined;

  constructor(options: LaunchOptions) {
    const { clientCertificate, encoded, load, log } = options;
    this.announced = clientCertificate === undefined ? undefined : new X509Certificate(clientCertificate);
    this.lifecycle = new Lifecycle({
      // Terraform announces a certificate to each process that it starts, and to no other (TF_REATTACH_PROVIDERS).
      hasOwner: clientCertificate !== undefined,
      ended: options.ended,
      stop: () => this.provider.stop(),
      after: (milliseconds, action) => setTimeout(action, milliseconds),
    });
    this.provider = new LazyProvider(handlersOf(encoded), () => load(log));
    this.serve = createGrpcServer({
      handler: path => this.provider.handler(path),
      streams: goPluginStreams(this.lifecycle),
      lifecycle: this.lifecycle,
      log,
    });
  }

  /**
   * Returns true if the peer is the Terraform of this launch. TLS has already proved that it has the key of its certificate,
   * which is compared here: with the option `ca`, Node.js would parse its bundled root certificates (19 ms at each start).
   * Its period does not count: Terraform makes one for each launch, and somebody may set the clock while it runs.
   */
  isTrusted(socket: TLSSocket): boolean {
    const peer = socket.getPeerX509Certificate();
    return peer !== undefined && this.announced?.raw.equals(peer.raw) === true;
  }

  admit(socket: Duplex): void {
    this.sockets.add(socket);
    this.serve(socket);
  }

  get isConnected(): boolean {
    return [...this.sockets].some(({ destroyed }) => !destroyed);
  }

  signalled(): void {
    this.lifecycle.signalled();
  }

  end(): void {
    this.lifecycle.end();
  }

  /** Ends the launch as the exit of a process would. Returns true if Terraform may start another one. */
  close(): boolean {
    const isFollowed = this.provider.leave();
    for (const socket of this.sockets) socket.destroy();
    return isFollowed;
  }
}

/** Terraform's first launch of each command only calls GetProviderSchema and, since 1.12, GetResourceIdentitySchemas. */
function handlersOf(encoded: ServeOptions['encoded'] = {}): RpcHandlers {
  return new Map(Object.entries(encoded).map(([call, read]) => [`/tfplugin6.Provider/${call}`, read]));
}
