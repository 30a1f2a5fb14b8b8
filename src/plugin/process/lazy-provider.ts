import type { RpcHandler, RpcHandlers } from '../grpc/rpc-handler';
import { Status, StatusError } from '../grpc/status';

/** The provider's code, loaded. */
export interface LoadedProvider {
  readonly handlers: RpcHandlers;
  /** Asks the running calls to end within two seconds: Terraform then kills the process. */
  stop: () => void;
  /** Terraform has asked for the end, and no call is running. */
  shutDown: () => void;
  /** Whether no call has changed anything that a later launch in this process could see. */
  isTraceless: () => boolean;
}

/** Handlers of all methods. The provider's code is loaded by the first call that needs it. */
export class LazyProvider {
  private loading: Promise<RpcHandlers> | undefined;
  private loaded: LoadedProvider | undefined;

  /** @param own handlers that need no provider; they take precedence over the provider's */
  constructor(
    private readonly own: RpcHandlers,
    private readonly load: () => Promise<LoadedProvider>,
  ) {}

  /** The handler of a gRPC path. Throws a StatusError, or rejects with one, when there is none. */
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

  shutDown(): void {
    this.loaded?.shutDown();
  }

  get isTraceless(): boolean {
    return this.loaded === undefined ? this.loading === undefined : this.loaded.isTraceless();
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
