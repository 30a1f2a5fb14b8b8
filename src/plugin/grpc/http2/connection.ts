import type { Duplex } from 'node:stream';
import { FrameReader, frame, numberFrame } from './frames';
import { HeaderDecoder, type Headers } from './header-decoder';
import { Output } from './output';
import { ConnectionError, Flag, FrameType, initialWindow, maximumWindow, Setting } from './protocol';
import { Http2Stream, type StreamListener } from './stream';

export interface ConnectionListener {
  /** Called when a request starts. Returns the listener for the rest of it. */
  opened(stream: Http2Stream, headers: Headers): StreamListener;
  /** @param reason why the connection ended, unless the peer closed it */
  closed(reason: Error | undefined): void;
}

/** Number of received bytes after which the receive window is opened again. */
const windowStep = 2 ** 30;

/** The largest header block, in bytes, and the largest number of open streams. Terraform needs a hundredth of each. */
const largestBlock = 65_536;
const mostStreams = 10_000;

/** The settings of this side: each has two bytes of identifier and four of value (RFC 9113, 6.5.1). */
const settingLength = 6;
const largestWindow = Buffer.of(0, Setting.initialWindowSize, 0x7f, 0xff, 0xff, 0xff);

/** A header block that is not complete yet. */
interface OpenBlock {
  streamId: number;
  endsRequest: boolean;
  bytes: Buffer;
}

/**
 * The server side of one HTTP/2 connection (RFC 9113), as far as gRPC needs it. With Node.js's own, a plan of 1,000
 * objects takes a quarter longer (decision 10). Push, padding, priorities and flow control for receiving are omitted: the
 * only peer is the Terraform that started this process.
 */
export class Http2Connection {
  private readonly streams = new Map<number, Http2Stream>();
  private readonly headers = new HeaderDecoder();
  private readonly output: Output;
  private readonly reader = new FrameReader((...received) => this.receive(...received));
  /** Initial window of a new stream for sending, in bytes. */
  private streamWindow = initialWindow;
  private newestStream = 0;
  private received = 0;
  private block: OpenBlock | undefined;
  private failure: Error | undefined;

  constructor(
    private readonly socket: Duplex,
    private readonly listener: ConnectionListener,
  ) {
    this.output = new Output(socket);
    socket.on('data', chunk => this.read(chunk));
    socket.on('error', error => {
      this.failure ??= error;
    });
    socket.on('end', () => socket.destroy());
    socket.on('close', () => this.close());
    this.output.send(frame(FrameType.settings, 0, 0, largestWindow));
    this.output.send(numberFrame(FrameType.windowUpdate, 0, maximumWindow - initialWindow));
    this.output.flush();
  }

  private read(chunk: Buffer): void {
    try {
      this.reader.push(chunk);
    } catch (failure) {
      // A frame that is too short for its content ends in a RangeError.
      if (!(failure instanceof ConnectionError || failure instanceof RangeError)) throw failure;
      this.failure = failure;
      this.socket.destroy();
    }
  }

  private close(): void {
    for (const stream of [...this.streams.values()]) stream.close();
    this.listener.closed(this.failure);
  }

  private receive(type: number, flags: number, streamId: number, payload: Buffer): void {
    if (this.block !== undefined && type !== FrameType.continuation)
      throw new ConnectionError('another frame interrupted a block of headers');
    if (type === FrameType.data) this.receiveData(flags, streamId, payload);
    else if (type === FrameType.headers) this.receiveHeaders(flags, streamId, payload);
    else if (type === FrameType.continuation) this.continueHeaders(flags, streamId, payload);
    else if (type === FrameType.settings) this.receiveSettings(flags, payload);
    else if (type === FrameType.ping) this.receivePing(flags, payload);
    else if (type === FrameType.windowUpdate) this.openWindow(streamId, payload);
    else if (type === FrameType.resetStream) this.streams.get(streamId)?.close();
    // PRIORITY, GOAWAY and unknown types have no effect (RFC 9113, 4.1).
  }

  private receiveData(flags: number, streamId: number, payload: Buffer): void {
    this.received += payload.length;
    if (this.received >= windowStep) {
      this.output.send(numberFrame(FrameType.windowUpdate, 0, this.received));
      this.received = 0;
    }
    refusePadding(flags);
    // Data in flight for a stream that was answered early is dropped.
    const stream = this.streams.get(streamId);
    if (payload.length > 0) stream?.receive(payload);
    if (flags & Flag.endStream) stream?.receiveEnd();
  }

  private receiveHeaders(flags: number, streamId: number, payload: Buffer): void {
    refusePadding(flags);
    const fragment = flags & Flag.priority ? payload.subarray(5) : payload;
    this.block = { streamId, endsRequest: (flags & Flag.endStream) !== 0, bytes: fragment };
    this.readBlock(this.block, flags);
  }

  private continueHeaders(flags: number, streamId: number, fragment: Buffer): void {
    const { block } = this;
    if (block?.streamId !== streamId) throw new ConnectionError('CONTINUATION without HEADERS');
    block.bytes = Buffer.concat([block.bytes, fragment]);
    this.readBlock(block, flags);
  }

  private readBlock({ streamId, endsRequest, bytes }: OpenBlock, flags: number): void {
    if (bytes.length > largestBlock) throw new ConnectionError('a block of headers is too large');
    if (!(flags & Flag.endHeaders)) return;
    this.block = undefined;
    const stream = this.streamOf(streamId, this.headers.decode(bytes));
    if (endsRequest) stream?.receiveEnd();
  }

  /** Headers start a request, or end its body as trailers. Trailers are ignored. */
  private streamOf(streamId: number, headers: Headers): Http2Stream | undefined {
    if (streamId <= this.newestStream) return this.streams.get(streamId);
    if (this.streams.size >= mostStreams) throw new ConnectionError('too many streams are open');
    this.newestStream = streamId;
    const stream = new Http2Stream(streamId, this.streamWindow, this.output, ({ id }) =>
      this.streams.delete(id),
    );
    this.streams.set(streamId, stream);
    stream.listener = this.listener.opened(stream, headers);
    return stream;
  }

  private receiveSettings(flags: number, payload: Buffer): void {
    if (flags & Flag.acknowledge) return;
    const settings = new Map<number, number>();
    for (let at = 0; at < payload.length; at += settingLength)
      settings.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
    this.output.frameSize = settings.get(Setting.maximumFrameSize) ?? this.output.frameSize;
    const increment = (settings.get(Setting.initialWindowSize) ?? this.streamWindow) - this.streamWindow;
    // A changed initial window changes that of the open streams, too (RFC 9113, 6.9.2).
    this.streamWindow += increment;
    for (const stream of this.streams.values()) stream.window += increment;
    this.sendOn();
    this.output.send(frame(FrameType.settings, Flag.acknowledge, 0));
  }

  private receivePing(flags: number, payload: Buffer): void {
    if (flags & Flag.acknowledge) return;
    this.output.send(frame(FrameType.ping, Flag.acknowledge, 0, payload));
  }

  private openWindow(streamId: number, payload: Buffer): void {
    const opened = streamId === 0 ? this.output : this.streams.get(streamId);
    // A frame for a stream that was just answered may still arrive.
    if (opened === undefined) return;
    opened.window += payload.readUInt32BE(0) & 0x7fff_ffff;
    this.sendOn();
  }

  private sendOn(): void {
    for (const stream of this.streams.values()) stream.sendOn();
  }
}

/** Padding hides lengths from eavesdroppers (RFC 9113, 6.1). Terraform sends none. */
function refusePadding(flags: number): void {
  if (flags & Flag.padded) throw new ConnectionError('a frame has padding');
}
