import type { Log } from '../log';
import { describeFailure } from './crash';
import { answer, refuse } from './grpc-stream';
import type { Http2Stream, StreamListener } from './http2/stream';
import type { Lifecycle } from './lifecycle';
import { MessageReader } from './message-frame';
import type { RpcHandler } from './rpc-handler';
import { Status, StatusError } from './status';

export interface UnaryCallOptions {
  handler: (path: string) => RpcHandler | Promise<RpcHandler>;
  lifecycle: Pick<Lifecycle, 'callBegan' | 'callEnded'>;
  log: Log;
}

/**
 * A call with one request and one response message. If Terraform cancels a call, it continues, and its response is
 * dropped.
 */
export class UnaryCall implements StreamListener {
  private readonly reader = new MessageReader();
  private isRunning = false;
  private isClosed = false;

  constructor(
    private readonly stream: Http2Stream,
    /** gRPC path of the method. */
    private readonly path: string,
    private readonly options: UnaryCallOptions,
  ) {
    options.lifecycle.callBegan();
  }

  received(chunk: Buffer): void {
    // After a refusal, the rest of the request is ignored.
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

  closed(): void {
    this.isClosed = true;
    this.finish();
  }

  private async carryOut(): Promise<void> {
    this.isRunning = true;
    try {
      const request = this.reader.finish();
      const found = this.options.handler(this.path);
      // Await only promises: each await costs time, and a plan has thousands of calls.
      const handler = found instanceof Promise ? await found : found;
      const answered = handler(request);
      const message = answered instanceof Promise ? await answered : answered;
      answer(this.stream, message);
    } catch (failure) {
      this.refuse(failure);
    }
    this.isRunning = false;
    this.finish();
  }

  private finish(): void {
    if (this.isRunning || !this.isClosed) return;
    this.options.lifecycle.callEnded();
  }

  private refuse(failure: unknown): void {
    if (failure instanceof StatusError) {
      refuse(this.stream, failure.code, failure.message);
      return;
    }
    const { log } = this.options;
    const method = this.path.slice(this.path.lastIndexOf('/') + 1);
    log.write('error', `${method} failed: ${describeFailure(failure)}`);
    const advice = 'This is a bug of the provider. TF_LOG=ERROR shows where.';
    refuse(this.stream, Status.internal, `${method} failed inside the provider. ${advice}`);
  }
}
