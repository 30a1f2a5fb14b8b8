import { defaultFrameSize, initialWindow } from './protocol';

/** The sending side of a stream. */
export interface SendingStream {
  /** Bytes that the peer currently accepts on this stream. */
  window: number;
  /** Sends what the windows allow now. */
  sendOn(): void;
}

/** The connection's send window (RFC 9113, 5.2), and the streams that wait for it. */
export class SendWindow {
  /** In bytes. */
  size = initialWindow;
  /** Initial window of a new stream, in bytes. */
  ofNewStreams = initialWindow;
  /** The largest payload of a frame, in bytes. */
  frameSize = defaultFrameSize;
  private readonly waiting = new Set<SendingStream>();

  await(stream: SendingStream): void {
    this.waiting.add(stream);
  }

  /** Increases the window of the connection, or of one stream. */
  open(increment: number, stream?: SendingStream): void {
    if (stream === undefined) this.size += increment;
    else stream.window += increment;
    this.sendOn();
  }

  /** Applies a changed initial window to all streams. */
  resizeStreams(size: number, streams: Iterable<SendingStream>): void {
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
