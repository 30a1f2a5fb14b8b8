import type { Duplex } from 'node:stream';
import { concatenate } from './concatenate';
import { FrameReader, frame, numberFrame } from './frames';
import { HeaderDecoder, type Headers } from './header-decoder';
import { Output } from './output';
import {
  ConnectionError,
  ErrorCode,
  Flag,
  FrameType,
  initialWindow,
  maximumWindow,
  Setting,
} from './protocol';
import { SendWindow } from './send-window';
import { readSettings, settingsFrame } from './settings';
import { Http2Stream, type StreamListener } from './stream';

export interface ConnectionListener {
  /** Called when a request starts. Returns the listener for the rest of it. */
  opened(stream: Http2Stream, headers: Headers): StreamListener;
  /** @param reason why the connection ended, unless the peer closed it */
  closed(reason: Error | undefined): void;
}

/** Maximum size of a header block, in bytes. Terraform sends some hundred. */
const longestHeaders = 64 * 1024;

/** Maximum number of CONTINUATION frames in a header block. The size alone is no limit: empty frames add no length. */
const mostContinuations = 8;

/** Number of received bytes after which the receive window is opened again. */
const windowStep = 2 ** 30;

/** A header block that is not complete yet. */
interface OpenBlock {
  streamId: number;
  endsRequest: boolean;
  parts: Buffer[];
  length: number;
}

/**
 * The server side of one HTTP/2 connection (RFC 9113), as far as gRPC needs it. Node.js's own takes longer to load
 * than the rest of a launch, and a third of the time of a large plan (docs/decisions). Push, priorities and flow
 * control for receiving are omitted: the only peer is the Terraform that started this process.
 */
export class Http2Connection {
  private readonly streams = new Map<number, Http2Stream>();
  /** Streams that closed before the end of their request. Later frames for them are ignored. */
  private readonly cutShort = new Set<number>();
  private readonly headers = new HeaderDecoder();
  private readonly sending: { output: Output; window: SendWindow };
  private readonly reader = new FrameReader((...received) => this.receive(...received));
  private newestStream = 0;
  private received = 0;
  private block: OpenBlock | undefined;
  private failure: Error | undefined;

  constructor(
    private readonly socket: Duplex,
    private readonly listener: ConnectionListener,
  ) {
    this.sending = { output: new Output(socket), window: new SendWindow() };
    socket.on('data', chunk => this.read(chunk));
    socket.on('error', error => {
      this.failure ??= error;
    });
    socket.on('end', () => socket.destroy());
    socket.on('close', () => this.close());
    this.greet();
  }

  private greet(): void {
    const { output } = this.sending;
    output.send(settingsFrame({ [Setting.initialWindowSize]: maximumWindow }));
    output.send(numberFrame(FrameType.windowUpdate, 0, maximumWindow - initialWindow));
    output.flush();
  }

  private read(chunk: Buffer): void {
    try {
      this.reader.push(chunk);
    } catch (failure) {
      if (!(failure instanceof ConnectionError)) throw failure;
      this.failure = failure;
      this.sending.output.send(numberFrame(FrameType.goAway, 0, this.newestStream, failure.code));
      this.sending.output.flush();
      this.socket.destroy();
    }
  }

  private close(): void {
    for (const stream of [...this.streams.values()]) stream.close();
    this.listener.closed(this.failure);
  }

  private receive(type: number, flags: number, streamId: number, payload: Buffer): void {
    if (this.block !== undefined && type !== FrameType.continuation)
      throw broken('another frame interrupted a block of headers');
    if (type === FrameType.data) this.receiveData(flags, streamId, payload);
    else if (type === FrameType.headers) this.receiveHeaders(flags, streamId, payload);
    else if (type === FrameType.continuation) this.continueHeaders(flags, streamId, payload);
    else if (type === FrameType.settings) this.receiveSettings(flags, payload);
    else if (type === FrameType.ping) this.receivePing(flags, payload);
    else if (type === FrameType.windowUpdate) this.openWindow(streamId, payload);
    else if (type === FrameType.resetStream) this.streams.get(streamId)?.close();
    else if (type === FrameType.pushPromise) throw broken('a client cannot push');
    // PRIORITY, GOAWAY and unknown types have no effect (RFC 9113, 4.1).
  }

  private receiveData(flags: number, streamId: number, payload: Buffer): void {
    if (streamId === 0 || streamId > this.newestStream) throw broken('DATA for a stream that does not exist');
    this.received += payload.length;
    if (this.received >= windowStep) {
      this.sending.output.send(numberFrame(FrameType.windowUpdate, 0, this.received));
      this.received = 0;
    }
    const stream = this.openStream(streamId);
    const data = withoutPadding(flags, payload);
    if (data.length > 0) stream?.receive(data);
    if (flags & Flag.endStream) stream?.receiveEnd();
  }

  private receiveHeaders(flags: number, streamId: number, payload: Buffer): void {
    // Stream 0 is the connection, and even numbers are the server's (RFC 9113, 5.1.1).
    if (streamId % 2 === 0) throw broken('the stream identifiers of a client are odd');
    const unpadded = withoutPadding(flags, payload);
    const fragment = flags & Flag.priority ? unpadded.subarray(5) : unpadded;
    this.block = { streamId, endsRequest: (flags & Flag.endStream) !== 0, parts: [], length: 0 };
    this.continueHeaders(flags, streamId, fragment);
  }

  private continueHeaders(flags: number, streamId: number, fragment: Buffer): void {
    const { block } = this;
    if (block?.streamId !== streamId) throw broken('CONTINUATION without HEADERS');
    block.parts.push(fragment);
    block.length += fragment.length;
    if (block.length > longestHeaders || block.parts.length > 1 + mostContinuations)
      throw new ConnectionError(ErrorCode.enhanceYourCalm, 'a block of headers is too long');
    if (!(flags & Flag.endHeaders)) return;
    this.block = undefined;
    const stream = this.streamOf(streamId, this.headers.decode(concatenate(block.parts)));
    if (block.endsRequest) stream?.receiveEnd();
  }

  /** Headers start a request, or end its body as trailers. Trailers are ignored. */
  private streamOf(streamId: number, headers: Headers): Http2Stream | undefined {
    if (streamId <= this.newestStream) return this.openStream(streamId);
    this.newestStream = streamId;
    const { window } = this.sending;
    const stream = new Http2Stream(streamId, window.ofNewStreams, this.sending, ({ id, isRequestEnded }) => {
      this.streams.delete(id);
      if (!isRequestEnded) this.cutShort.add(id);
    });
    this.streams.set(streamId, stream);
    stream.listener = this.listener.opened(stream, headers);
    return stream;
  }

  /**
   * Returns the stream of a request in progress, unless it was closed early. After END_STREAM, no more frames may
   * follow (RFC 9113, 5.1).
   */
  private openStream(streamId: number): Http2Stream | undefined {
    const stream = this.streams.get(streamId);
    const isOpen = stream === undefined ? this.cutShort.has(streamId) : !stream.isRequestEnded;
    if (!isOpen) throw new ConnectionError(ErrorCode.streamClosed, 'a frame arrived after END_STREAM');
    return stream;
  }

  private receiveSettings(flags: number, payload: Buffer): void {
    if (flags & Flag.acknowledge) return;
    const settings = readSettings(payload);
    const { window, output } = this.sending;
    window.frameSize = settings.get(Setting.maximumFrameSize) ?? window.frameSize;
    const streamWindow = settings.get(Setting.initialWindowSize);
    if (streamWindow !== undefined) window.resizeStreams(streamWindow, this.streams.values());
    output.send(frame(FrameType.settings, Flag.acknowledge, 0));
  }

  private receivePing(flags: number, payload: Buffer): void {
    if (payload.length !== 8) throw wrongSize('a ping');
    if (flags & Flag.acknowledge) return;
    this.sending.output.send(frame(FrameType.ping, Flag.acknowledge, 0, payload));
  }

  private openWindow(streamId: number, payload: Buffer): void {
    if (payload.length !== 4) throw wrongSize('a window update');
    const stream = this.streams.get(streamId);
    // A frame for a stream that was just answered may still arrive.
    if (streamId !== 0 && stream === undefined) return;
    this.sending.window.open(payload.readUInt32BE(0) & 0x7fff_ffff, stream);
  }
}

/**
 * Removes padding, which hides lengths from eavesdroppers (RFC 9113, 6.1). Its length comes first, the padding
 * last.
 */
function withoutPadding(flags: number, payload: Buffer): Buffer {
  if (!(flags & Flag.padded)) return payload;
  const padding = payload[0];
  if (padding === undefined || padding >= payload.length) throw broken('a frame contains only padding');
  return payload.subarray(1, payload.length - padding);
}

function broken(message: string): ConnectionError {
  return new ConnectionError(ErrorCode.protocolError, message);
}

function wrongSize(what: string): ConnectionError {
  return new ConnectionError(ErrorCode.frameSizeError, `${what} has the wrong size`);
}
