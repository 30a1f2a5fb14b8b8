import type { RpcHandler, RpcHandlers } from './rpc-handler';
import { Status, StatusError } from './status';

/** The methods there are: a few at once, the rest from when the first of them is called. */
export class Methods {
  private loading: Promise<void> | undefined;

  constructor(
    private methods: RpcHandlers,
    private readonly load: () => Promise<RpcHandlers>,
  ) {}

  /** Throws a StatusError, or rejects with one, when there is no such method. */
  handler(path: string): RpcHandler | Promise<RpcHandler> {
    return this.methods.get(path) ?? this.loaded(path);
  }

  private async loaded(path: string): Promise<RpcHandler> {
    this.loading ??= this.load().then(loaded => {
      // What was there at once stays: it is the same, and cheaper.
      this.methods = new Map([...loaded, ...this.methods]);
    });
    await this.loading;
    const handler = this.methods.get(path);
    if (handler === undefined)
      throw new StatusError(Status.unimplemented, `This provider does not have ${path}.`);
    return handler;
  }
}
