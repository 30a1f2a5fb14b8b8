import type { RpcHandler, RpcHandlers } from '../grpc/rpc-handler';
import { Status, StatusError } from '../grpc/status';

/** The provider's code, loaded on the first call that needs it. */
export interface LoadedProvider {
  readonly handlers: RpcHandlers;
  /** Called when Terraform ends while calls are in flight: they have two seconds. */
  stop: () => void;
  /** Called at the end of the launch. Returns true if Terraform may start another one. See `Session.leave`. */
  leave: () => boolean;
}

/** The available methods: a few immediately, the others after the first call to one of them. */
export class LazyProvider {
  private loading: Promise<RpcHandlers> | undefined;
  private loaded: LoadedProvider | undefined;

  /** @param own methods that need no loading; they take precedence over loaded ones */
  constructor(
    private readonly own: RpcHandlers,
    private readonly load: () => Promise<LoadedProvider>,
  ) {}

  /** Returns the method of a gRPC path. Throws a StatusError, or rejects with one, if there is none. */
  handler(path: string): RpcHandler | Promise<RpcHandler> {
    const own = this.own.get(path);
    if (own !== undefined) return own;
    if (this.loaded !== undefined) return found(this.loaded.handlers, path);
    this.loading ??= this.loadAll();
    return this.loading.then(handlers => found(handlers, path));
  }

  stop(): void {
    this.loaded?.stop();
  }

  leave(): boolean {
    const isFollowed = this.loaded?.leave() ?? true;
    // A timer of the launch may go on. Without this, it would hold all that the provider has read.
    this.loading = this.loaded = undefined;
    return isFollowed;
  }

  private async loadAll(): Promise<RpcHandlers> {
    this.loaded = await this.load();
    return this.loaded.handlers;
  }
}

function found(handlers: RpcHandlers, path: string): RpcHandler {
  const handler = handlers.get(path);
  if (handler === undefined)
    throw new StatusError(Status.unimplemented, `This provider does not have ${path}.`);
  return handler;
}
