import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Http2Connection } from '../../../../../src/plugin/grpc/http2/connection';
import { FrameReader, frame } from '../../../../../src/plugin/grpc/http2/frames';
import type { Headers } from '../../../../../src/plugin/grpc/http2/header-decoder';
import { encodeHeaders } from '../../../../../src/plugin/grpc/http2/header-encoder';
import { Flag, FrameType } from '../../../../../src/plugin/grpc/http2/protocol';
import type { Http2Stream } from '../../../../../src/plugin/grpc/http2/stream';

export const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Headers of a request; more flags may end it. */
export const request = (streamId = 1, flags: number = Flag.endHeaders) =>
  frame(FrameType.headers, flags, streamId, encodeHeaders({ ':method': 'POST', ':path': '/' }));

/** The settings of a client: each has two bytes of identifier and four of value. */
export function settingsFrame(settings: Readonly<Record<number, number>>): Buffer {
  const entries = Object.entries(settings).map(([identifier, value]) => {
    const entry = Buffer.alloc(6);
    entry.writeUInt16BE(Number(identifier));
    entry.writeUInt32BE(value, 2);
    return entry;
  });
  return frame(FrameType.settings, 0, 0, Buffer.concat(entries));
}

/** A connection without a network: frames in, frames out, and the story of what its owner was told. */
export class Conversation {
  readonly story: string[] = [];
  readonly streams: Http2Stream[] = [];
  readonly headers: Headers[] = [];
  private readonly sent: string[] = [];
  private readonly socket = new Duplex({
    read: () => {},
    write: (chunk: Buffer, _encoding, done) => {
      this.reader.push(chunk);
      done();
    },
  });
  private readonly reader = new FrameReader((type, flags, streamId, payload) => {
    const shown = payload.length > 8 ? `${payload.length} bytes` : payload.toString('hex');
    this.sent.push(`${type} ${flags} ${streamId} ${shown}`.trim());
  }, 20_000);

  constructor() {
    this.reader.push(preface);
    new Http2Connection(this.socket, {
      opened: (stream, headers) => {
        this.streams.push(stream);
        this.headers.push(headers);
        this.story.push('opened');
        return {
          received: chunk => this.story.push(`received ${chunk.length}`),
          ended: () => this.story.push('ended'),
          closed: () => this.story.push('closed'),
        };
      },
      closed: reason => this.story.push(`end of connection${reason ? `: ${reason.name}` : ''}`),
    });
  }

  /** Sends bytes. Returns the frames that have come since: type, flags, stream, payload. */
  async send(...bytes: readonly Buffer[]): Promise<readonly string[]> {
    for (const each of bytes) this.socket.push(each);
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
    return this.sent.splice(0);
  }

  /** A conversation after the greeting. */
  static async begun(...bytes: readonly Buffer[]): Promise<Conversation> {
    const conversation = new Conversation();
    await conversation.send(preface, ...bytes);
    return conversation;
  }

  hangUp(error?: Error): void {
    if (error) this.socket.destroy(error);
    else this.socket.push(null);
  }
}
