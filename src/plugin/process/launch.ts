import { X509Certificate } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { goPluginStreams } from '../go-plugin/go-plugin-streams';
import { createGrpcServer } from '../grpc/grpc-server';
import { Lifecycle } from '../grpc/lifecycle';
import type { RpcHandlers, RpcResponse } from '../grpc/rpc-handler';
import { Status, StatusError } from '../grpc/status';
import type { Log } from '../log';

/** The provider's code, loaded on the first call that needs it. */
export interface LoadedProvider {
  readonly handlers: RpcHandlers;
  /** Called when Terraform ends while calls are in flight: they have two seconds. */
  stop: () => void;
  /** Called at the end of the launch. Returns true if Terraform may start another one. See `Session.leave`. */
  leave: () => boolean;
}

/** What all launches of a process serve. */
export interface Served {
  /** Loads the provider's methods, at the first call that needs them. */
  load: (log: Log) => Promise<LoadedProvider>;
  /**
   * Methods whose responses the build has encoded. They take precedence, and no other file is loaded for them: Terraform's
   * first launch of each command only calls GetProviderSchema and, since 1.12, GetResourceIdentitySchemas.
   */
  encoded: RpcHandlers;
}

export interface LaunchOptions extends Served {
  /** PEM. Undefined if Terraform announced none: then only the socket's permissions protect it. */
  clientCertificate: string | undefined;
  log: Log;
  /** Called at the end; `isIdle` is false if calls are still in flight. */
  ended: (isIdle: boolean) => void;
}

/** One launch of the provider, which Terraform takes for one process: from the start of the executable to Shutdown. */
export class Launch {
  readonly lifecycle: Lifecycle;
  private readonly serve: (socket: Duplex) => void;
  private readonly sockets = new Set<Duplex>();
  private readonly announced: X509Certificate | undefined;
  private loading: Promise<void> | undefined;
  private loaded: LoadedProvider | undefined;

  constructor(private readonly options: LaunchOptions) {
    const { clientCertificate, ended, log } = options;
    this.announced = clientCertificate === undefined ? undefined : new X509Certificate(clientCertificate);
    this.lifecycle = new Lifecycle({
      // Terraform announces a certificate to each process that it starts, and to no other (TF_REATTACH_PROVIDERS).
      hasOwner: clientCertificate !== undefined,
      ended,
      stop: () => this.loaded?.stop(),
      after: (milliseconds, action) => setTimeout(action, milliseconds),
    });
    this.serve = createGrpcServer({
      answer: (path, request) => this.answer(path, request),
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

  signalled(): void {
    this.lifecycle.signalled();
  }

  /** Ends the launch as the exit of a process would. Returns true if Terraform may start another one. */
  close(): boolean {
    const isFollowed = this.loaded?.leave() ?? true;
    // A timer of the launch may go on. Without this, it would hold all that the provider has read.
    this.loading = this.loaded = undefined;
    for (const socket of this.sockets) socket.destroy();
    return isFollowed;
  }

  private answer(path: string, request: Uint8Array): RpcResponse | Promise<RpcResponse> {
    const handler = this.options.encoded.get(path) ?? this.loaded?.handlers.get(path);
    if (handler !== undefined) return handler(request);
    if (this.loaded !== undefined)
      throw new StatusError(Status.unimplemented, `This provider does not have ${path}.`);
    this.loading ??= this.options.load(this.options.log).then(loaded => {
      this.loaded = loaded;
    });
    return this.loading.then(() => this.answer(path, request));
  }
}
