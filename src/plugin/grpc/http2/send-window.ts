import { ConnectionError, defaultFrameSize, ErrorCode, initialWindow, maximumWindow } from './protocol';

/** A stream, as far as its sending goes. */
export interface SendingStream {
  /** Bytes that the peer takes on this stream at the moment. */
  window: number;
  /** Sends what the windows let through now. */
  sendOn(): void;
}

/** What the peer takes at the moment on its connection as a whole (RFC 9113, 5.2), and who waits for more. */
export class SendWindow {
  /** In bytes. */
  size = initialWindow;
  /** What a new stream may send, in bytes. */
  ofNewStreams = initialWindow;
  /** The largest payload of a frame, in bytes. */
  frameSize = defaultFrameSize;
  private readonly waiting = new Set<SendingStream>();

  await(stream: SendingStream): void {
    this.waiting.add(stream);
  }

  /** The peer takes so many bytes more, of all streams together or of one. */
  open(increment: number, stream?: SendingStream): void {
    if (increment === 0) throw new ConnectionError(ErrorCode.protocolError, 'a window was opened by nothing');
    if (stream === undefined) this.size = checked(this.size + increment);
    else stream.window = checked(stream.window + increment);
    this.sendOn();
  }

  /** The peer changed its mind about what any stream may send. */
  resizeStreams(size: number, streams: Iterable<SendingStream>): void {
    checked(size);
    for (const stream of streams) stream.window += size - this.ofNewStreams;
    this.ofNewStreams = size;
    this.sendOn();
  }

  private sendOn(): void {
    const streams = [...this.waiting];
    this.waiting.clear();
    for (const stream of streams) stream.sendOn();
  }
}

function checked(size: number): number {
  if (size > maximumWindow)
    throw new ConnectionError(ErrorCode.flowControlError, 'a window was opened too far');
  return size;
}
