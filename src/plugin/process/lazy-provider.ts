import type { RpcHandler, RpcHandlers } from '../grpc/rpc-handler';
import { Status, StatusError } from '../grpc/status';

/** What is loaded when the first call needs it. */
export interface LoadedProvider {
  handlers: RpcHandlers;
  /** Terraform is leaving with calls still running: they should come to an end within two seconds. */
  stop: () => void;
  /** Terraform is leaving in order: no call is running. */
  shutDown: () => void;
  /** Whether no call so far has left anything behind that another launch could come across. */
  isTraceless: () => boolean;
}

/** The methods there are: a few at once, the rest from when the first of them is called. */
export class LazyProvider {
  private loading: Promise<RpcHandlers> | undefined;
  private loaded: LoadedProvider | undefined;

  /** @param own methods that need nothing loaded; they win over loaded ones of the same path */
  constructor(
    private readonly own: RpcHandlers,
    private readonly load: () => Promise<LoadedProvider>,
  ) {}

  /** The method of a gRPC path. Throws a StatusError, or rejects with one, when there is none. */
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
