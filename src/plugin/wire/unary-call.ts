import { AnswerWatch } from './answer-watch';
import { describeFailure } from './crash';
import { MessageReader } from './frame';
import { answer, refuse } from './grpc-stream';
import type { Http2Stream, StreamListener } from './http2/stream';
import type { Lifecycle } from './lifecycle';
import type { Log } from './log';
import type { RpcHandler } from './rpc-handler';
import { Status, StatusError } from './status';

export interface UnaryCallOptions {
  /** The method's gRPC path. */
  path: string;
  handler: (path: string) => RpcHandler | Promise<RpcHandler>;
  lifecycle: Pick<Lifecycle, 'callBegan' | 'callEnded'>;
  log: Log;
}

/** One message in, one out. A call that Terraform cancels goes on, and is answered to nobody. */
export class UnaryCall implements StreamListener {
  private readonly reader = new MessageReader();
  private readonly watch = new AnswerWatch();
  private isRunning = false;
  /** What became of the stream, once something did. */
  private outcome: { isDelivered: boolean } | undefined;

  constructor(
    private readonly stream: Http2Stream,
    private readonly options: UnaryCallOptions,
  ) {
    options.lifecycle.callBegan();
  }

  received(chunk: Buffer): void {
    // Of a request that was refused the rest is dropped.
    if (this.stream.isAnswered) return;
    try {
      this.reader.push(chunk);
    } catch (failure) {
      this.refuse(failure);
    }
  }

  ended(): void {
    if (!this.stream.isAnswered) void this.carryOut();
  }

  closed(isDelivered: boolean): void {
    this.outcome = { isDelivered };
    this.finish();
  }

  private async carryOut(): Promise<void> {
    const { path, handler } = this.options;
    this.isRunning = true;
    try {
      const request = this.reader.finish();
      const call = await handler(path);
      const message = await call(request, this.watch);
      if (!this.stream.isClosed) this.watch.answering();
      answer(this.stream, message);
    } catch (failure) {
      this.refuse(failure);
    }
    this.isRunning = false;
    this.finish();
  }

  private finish(): void {
    if (this.isRunning || this.outcome === undefined) return;
    this.watch.answered(this.outcome.isDelivered);
    this.options.lifecycle.callEnded();
  }

  private refuse(failure: unknown): void {
    if (failure instanceof StatusError) {
      refuse(this.stream, failure.code, failure.message);
      return;
    }
    const { path, log } = this.options;
    const method = path.slice(path.lastIndexOf('/') + 1);
    log.write('error', `${method} failed: ${describeFailure(failure)}`);
    const advice = 'This is a fault of the provider; TF_LOG=ERROR shows where.';
    refuse(this.stream, Status.internal, `${method} failed inside the provider. ${advice}`);
  }
}
