import { frame, numberFrame } from './frames';
import type { Output } from './output';
import { ErrorCode, Flag, FrameType } from './protocol';
import type { SendWindow } from './send-window';

/** What a stream's user is told. */
export interface StreamListener {
  /** A piece of the request's body. */
  received(chunk: Buffer): void;
  /** The request is there as a whole. */
  ended(): void;
  /** Called last: the answer is out, the peer has cancelled, or the connection is gone. */
  closed(): void;
}

/** Of a stream whose user has nothing more to do. */
export const ignoringListener: StreamListener = { received: () => {}, ended: () => {}, closed: () => {} };

/** What the streams of one connection share to send by. */
export interface Sending {
  readonly output: Output;
  readonly window: SendWindow;
}

/** One request and its answer. */
export class Http2Stream {
  /** Whether an answer has begun. */
  isAnswered = false;
  /** Whether nothing that is sent would reach anybody. */
  isClosed = false;
  /** Whether the request is there as a whole. */
  isRequestEnded = false;
  private readonly waiting: Buffer[] = [];
  private trailers: Buffer | undefined;

  constructor(
    readonly id: number,
    /** Bytes that the peer takes on this stream at the moment. */
    public window: number,
    private readonly sending: Sending,
    private readonly remove: (stream: Http2Stream) => void,
  ) {}

  /** Set right after the stream is made, before anything is received. */
  listener = ignoringListener;

  /** @param headers a block as `encodeHeaders` makes it */
  sendHeaders(headers: Buffer): void {
    if (this.isClosed) return;
    this.isAnswered = true;
    this.sending.output.send(frame(FrameType.headers, Flag.endHeaders, this.id, headers));
  }

  sendData(data: Buffer): void {
    if (this.isClosed) return;
    this.waiting.push(data);
    this.sendOn();
  }

  /** Ends the answer, with a block of headers that come last. */
  end(trailers: Buffer): void {
    if (this.isClosed) return;
    this.isAnswered = true;
    this.trailers = trailers;
    this.sendOn();
  }

  /** Sends what the peer's windows let through; the connection calls again when they open. */
  sendOn(): void {
    const { window } = this.sending;
    for (let [data] = this.waiting; data !== undefined; [data] = this.waiting) {
      const length = Math.min(data.length, window.frameSize, this.window, window.size);
      if (length <= 0) {
        window.await(this);
        return;
      }
      this.sendPiece(data, length);
    }
    if (this.trailers !== undefined) this.sendEnd(this.trailers);
  }

  private sendPiece(data: Buffer, length: number): void {
    this.sending.output.send(frame(FrameType.data, 0, this.id, data.subarray(0, length)));
    this.window -= length;
    this.sending.window.size -= length;
    if (length === data.length) this.waiting.shift();
    else this.waiting[0] = data.subarray(length);
  }

  private sendEnd(trailers: Buffer): void {
    this.trailers = undefined;
    const last = frame(FrameType.headers, Flag.endHeaders | Flag.endStream, this.id, trailers);
    this.sending.output.sendLast(last, () => this.close());
    // Who is answered before all is asked is asked to stop asking (RFC 9113, 8.1).
    if (!this.isRequestEnded)
      this.sending.output.send(numberFrame(FrameType.resetStream, this.id, ErrorCode.noError));
  }

  receive(chunk: Buffer): void {
    if (!this.isClosed) this.listener.received(chunk);
  }

  receiveEnd(): void {
    if (this.isRequestEnded || this.isClosed) return;
    this.isRequestEnded = true;
    this.listener.ended();
  }

  /** Both ends are done, or the peer or its connection is gone. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.waiting.length = 0;
    this.remove(this);
    this.listener.closed();
  }
}
