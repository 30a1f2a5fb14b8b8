import { frame } from './frames';
import type { Output } from './output';
import { Flag, FrameType } from './protocol';

export interface StreamListener {
  /** A piece of the request's body. */
  received(chunk: Buffer): void;
  /** The request is complete. */
  ended(): void;
  /** The last event: the response is sent, the peer has cancelled, or the connection is lost. */
  closed(): void;
}

/** Listener for a stream whose remaining events are ignored. */
export const ignoringListener: StreamListener = { received: () => {}, ended: () => {}, closed: () => {} };

/** One request and its response. */
export class Http2Stream {
  /** True after a response has started. */
  isAnswered = false;
  /** True if nothing can be sent any more. */
  isClosed = false;
  /** True if the request is complete. */
  isRequestEnded = false;
  private readonly waiting: Buffer[] = [];
  private trailers: Buffer | undefined;
  private whenDrained: (() => void) | undefined;

  constructor(
    readonly id: number,
    /** Bytes that the peer currently accepts on this stream. */
    public window: number,
    /** Shared by the streams of the connection. */
    private readonly output: Output,
    private readonly remove: (stream: Http2Stream) => void,
  ) {}

  /** Set after the stream is created, before data arrives. */
  listener = ignoringListener;

  /** @param headers a block from `encodeHeaders` */
  sendHeaders(headers: Buffer): void {
    if (this.isClosed) return;
    this.isAnswered = true;
    this.output.send(frame(FrameType.headers, Flag.endHeaders, this.id, headers));
  }

  sendData(data: Buffer): void {
    if (this.isClosed) return;
    this.waiting.push(data);
    this.sendOn();
  }

  /** Resolves when the peer's windows have let all data pass, or when nothing can be sent any more. One caller may wait. */
  async drained(): Promise<void> {
    if (this.waiting.length === 0) return;
    await new Promise<void>(resolve => {
      this.whenDrained = resolve;
    });
  }

  /** Ends the response, with a last header block. */
  end(trailers: Buffer): void {
    if (this.isClosed) return;
    this.isAnswered = true;
    this.trailers = trailers;
    this.sendOn();
  }

  /** Sends what the peer's windows allow. The connection calls it again when they open. */
  sendOn(): void {
    const { output } = this;
    for (let [data] = this.waiting; data !== undefined; [data] = this.waiting) {
      const length = Math.min(data.length, output.frameSize, this.window, output.window);
      if (length <= 0) return;
      this.sendPiece(data, length);
    }
    this.whenDrained?.();
    if (this.trailers !== undefined) this.sendEnd(this.trailers);
  }

  private sendPiece(data: Buffer, length: number): void {
    this.output.send(frame(FrameType.data, 0, this.id, data.subarray(0, length)));
    this.window -= length;
    this.output.window -= length;
    if (length === data.length) this.waiting.shift();
    else this.waiting[0] = data.subarray(length);
  }

  private sendEnd(trailers: Buffer): void {
    this.trailers = undefined;
    const last = frame(FrameType.headers, Flag.endHeaders | Flag.endStream, this.id, trailers);
    this.output.send(last, () => this.close());
  }

  receive(chunk: Buffer): void {
    if (!this.isClosed && !this.isRequestEnded) this.listener.received(chunk);
  }

  receiveEnd(): void {
    if (this.isRequestEnded || this.isClosed) return;
    this.isRequestEnded = true;
    this.listener.ended();
  }

  /** Both sides are complete, or the peer or its connection is gone. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.waiting.length = 0;
    this.trailers = undefined;
    this.whenDrained?.();
    this.remove(this);
    this.listener.closed();
  }
}
