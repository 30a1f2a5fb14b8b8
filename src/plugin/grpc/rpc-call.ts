import type { Log } from '../log';
import { describeFailure } from './crash';
import { answer, endAnswer, openAnswer, refuse } from './grpc-stream';
import type { Http2Stream, StreamListener } from './http2/stream';
import type { Lifecycle } from './lifecycle';
import { frameOf, messageIn } from './message-frame';
import type { RpcResponse } from './rpc-handler';
import { Status, StatusError } from './status';

export interface RpcCallOptions {
  /** Calls the method of a gRPC path. Throws a StatusError, or rejects with one, if there is none. */
  answer: (path: string, request: Uint8Array) => RpcResponse | Promise<RpcResponse>;
  lifecycle: Pick<Lifecycle, 'callBegan' | 'callEnded'>;
  log: Log;
}

/** A call with one request. If Terraform cancels it, it continues up to its next message, which is dropped. */
export class RpcCall implements StreamListener {
  private readonly pieces: Buffer[] = [];
  private isRunning = false;

  constructor(
    private readonly stream: Http2Stream,
    /** gRPC path of the method. */
    private readonly path: string,
    private readonly options: RpcCallOptions,
  ) {
    options.lifecycle.callBegan();
  }

  received(chunk: Buffer): void {
    this.pieces.push(chunk);
  }

  closed(): void {
    this.finish();
  }

  async ended(): Promise<void> {
    this.isRunning = true;
    try {
      const answered = this.options.answer(this.path, messageIn(this.pieces));
      // Await only promises: each await costs time, and a plan has thousands of calls.
      const response = answered instanceof Promise ? await answered : answered;
      if (response instanceof Uint8Array) answer(this.stream, response);
      else await this.sendEach(response);
    } catch (failure) {
      this.refuse(failure);
    }
    this.isRunning = false;
    this.finish();
  }

  /** Requests the next message only when the peer has room for it: a stream of any length takes the memory of one message. */
  private async sendEach(messages: AsyncIterable<Uint8Array>): Promise<void> {
    openAnswer(this.stream);
    for await (const message of messages) {
      this.stream.sendData(frameOf(message));
      await this.stream.drained();
      if (this.stream.isClosed) return;
    }
    endAnswer(this.stream);
  }

  private finish(): void {
    if (this.isRunning || !this.stream.isClosed) return;
    this.options.lifecycle.callEnded();
  }

  private refuse(failure: unknown): void {
    if (failure instanceof StatusError) {
      refuse(this.stream, failure.code, failure.message);
      return;
    }
    if (failure instanceof Error && failure.name === 'UnreadableValue') {
      refuse(this.stream, Status.invalidArgument, failure.message);
      return;
    }
    const { log } = this.options;
    const method = this.path.slice(this.path.lastIndexOf('/') + 1);
    log.write('error', `${method} failed: ${describeFailure(failure)}`);
    const advice = 'This is a bug of the provider. TF_LOG=ERROR shows where.';
    refuse(this.stream, Status.internal, `${method} failed inside the provider. ${advice}`);
  }
}
