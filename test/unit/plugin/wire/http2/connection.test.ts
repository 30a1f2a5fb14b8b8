import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Http2Connection } from '../../../../../src/plugin/wire/http2/connection';
import { frame } from '../../../../../src/plugin/wire/http2/frames';
import type { Headers } from '../../../../../src/plugin/wire/http2/header-decoder';
import { encodeHeaders } from '../../../../../src/plugin/wire/http2/header-encoder';
import { ErrorCode, Flag, FrameType } from '../../../../../src/plugin/wire/http2/protocol';
import type { Http2Stream, StreamListener } from '../../../../../src/plugin/wire/http2/stream';

/** Node's own HTTP/2 is the client: it shares no code with ours, and is held to the same standard. */
let folder: string;
let server: Server;
let path: string;
let clients: (ClientHttp2Session | Socket)[];
let answerWith: (stream: Http2Stream, headers: Headers) => StreamListener;
let delivered: boolean[];
let endings: (Error | undefined)[];
let seen: (string | undefined)[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'http2-'));
  path = join(folder, 'socket');
  [clients, delivered, endings, seen] = [[], [], [], []];
  answerWith = echo;
  server = createServer(socket => {
    new Http2Connection(socket, {
      opened: (stream, headers) => answerWith(stream, headers),
      closed: reason => endings.push(reason),
    });
  });
  await once(server.listen(path), 'listening');
});
afterEach(() => {
  for (const client of clients) client.destroy();
  server.close();
  rmSync(folder, { recursive: true });
});

const success = encodeHeaders({ ':status': '200', 'content-type': 'text/plain' });
const trailers = encodeHeaders({ 'grpc-status': '0' });

/** Answers with the body, and notes the header `asked`. */
function echo(stream: Http2Stream, headers: Headers): StreamListener {
  const chunks: Buffer[] = [];
  seen.push(headers.get('asked'));
  return {
    received: chunk => chunks.push(chunk),
    ended: () => {
      stream.sendHeaders(success);
      for (const chunk of chunks) stream.sendData(chunk);
      stream.end(trailers);
    },
    closed: isDelivered => delivered.push(isDelivered),
  };
}

function client(settings: { initialWindowSize?: number; maxFrameSize?: number } = {}): ClientHttp2Session {
  const session = connect('http://localhost', { settings, createConnection: () => connectSocket(path) });
  session.on('error', () => {});
  clients.push(session);
  return session;
}

async function ask(session: ClientHttp2Session, body: Buffer, asked = ''): Promise<Buffer> {
  const stream = session.request({ ':method': 'POST', ':path': '/echo', asked });
  stream.end(body);
  return buffer(stream);
}

test.each([0, 1, 16_384, 16_385, 300_000, 9_000_000])('a body of %i bytes comes back', async size => {
  const body = Buffer.alloc(size, 'abc');
  expect((await ask(client(), body)).equals(body)).toBe(true);
});

test.each([
  { initialWindowSize: 10 },
  { initialWindowSize: 100_000, maxFrameSize: 100_000 },
  { initialWindowSize: 2 ** 31 - 1 },
])('no more is sent than a client with %j takes, and in the end all', async settings => {
  const body = Buffer.alloc(70_000, 'abc');
  expect((await ask(client(settings), body)).equals(body)).toBe(true);
});

test('headers of all kinds and lengths are read, on one connection', async () => {
  const session = client();
  const text = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)),
  });
  await fc.assert(
    fc.asyncProperty(text, async asked => {
      await ask(session, Buffer.alloc(0), asked);
      expect(seen.at(-1)).toBe(asked);
    }),
  );
  const long = 'x'.repeat(40_000);
  await ask(session, Buffer.alloc(0), long);
  expect(seen.at(-1)).toBe(long);
});

test('two hundred requests at once are each answered with their own', async () => {
  const session = client();
  const bodies = Array.from({ length: 200 }, (_, index) => Buffer.from(`request ${index}`));
  const answers = await Promise.all(bodies.map(body => ask(session, body)));
  expect(answers.map(String)).toEqual(bodies.map(String));
  expect(delivered).toEqual(bodies.map(() => true));
});

test('a ping is answered', async () => {
  const session = client();
  await once(session, 'connect');
  const answered = new Promise<Error | null>(resolve => session.ping(resolve));
  expect(await answered).toBeNull();
});

test('who is answered before all is asked is asked to stop', async () => {
  answerWith = stream => {
    stream.sendHeaders(success);
    stream.end(trailers);
    return { received: () => {}, ended: () => {}, closed: isDelivered => delivered.push(isDelivered) };
  };
  const stream = client().request({ ':method': 'POST' });
  stream.write('a beginning');
  await Promise.all([once(stream, 'response'), once(stream.resume(), 'close')]);
  expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
  expect(delivered).toEqual([true]);
});

describe('an answer is not delivered', () => {
  const keep = () =>
    new Promise<void>(resolve => {
      answerWith = () => ({
        received: () => resolve(),
        ended: () => {},
        closed: isDelivered => delivered.push(isDelivered),
      });
    });
  const begin = (): ClientHttp2Stream => {
    const stream = client().request({ ':method': 'POST' });
    stream.on('error', () => {});
    stream.write('a beginning');
    return stream;
  };

  test.each<[string, (stream: ClientHttp2Stream) => void]>([
    ['when its call was cancelled', stream => stream.close(constants.NGHTTP2_CANCEL)],
    ['when its connection is gone', stream => stream.session?.destroy()],
  ])('%s', async (_, leave) => {
    const received = keep();
    const stream = begin();
    await received;
    leave(stream);
    await expect.poll(() => delivered).toEqual([false]);
  });
});

describe('a connection ends with an error when its client', () => {
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  const headers = encodeHeaders({ ':method': 'POST', ':path': '/' });
  const request = (streamId: number, flags: number = Flag.endHeaders) =>
    frame(FrameType.headers, flags, streamId, headers);

  test.each<[string, readonly Buffer[], number]>([
    ['speaks another protocol', [Buffer.from('GET / HTTP/1.1\r\n\r\n')], ErrorCode.protocolError],
    ['gives a request an even number', [preface, request(2)], ErrorCode.protocolError],
    ['sends data for no request', [preface, frame(FrameType.data, 0, 1)], ErrorCode.protocolError],
    ['interrupts headers', [preface, request(1, 0), frame(FrameType.ping, 0, 0)], ErrorCode.protocolError],
    ['goes on with no headers', [preface, frame(FrameType.continuation, 0, 1)], ErrorCode.protocolError],
    ['pushes', [preface, frame(FrameType.pushPromise, 0, 1)], ErrorCode.protocolError],
    [
      'pads all',
      [preface, request(1), frame(FrameType.data, Flag.padded, 1, Buffer.of(9))],
      ErrorCode.protocolError,
    ],
    [
      'opens a window by nothing',
      [preface, frame(FrameType.windowUpdate, 0, 0, Buffer.alloc(4))],
      ErrorCode.protocolError,
    ],
    [
      'opens a window too far',
      [preface, frame(FrameType.windowUpdate, 0, 0, Buffer.of(0x7f, 255, 255, 255))],
      ErrorCode.flowControlError,
    ],
    [
      'cuts off its settings',
      [preface, frame(FrameType.settings, 0, 0, Buffer.alloc(5))],
      ErrorCode.frameSizeError,
    ],
    ['sends a short ping', [preface, frame(FrameType.ping, 0, 0, Buffer.alloc(7))], ErrorCode.frameSizeError],
    [
      'sends headers without end',
      [
        preface,
        request(1, 0),
        ...Array.from({ length: 5 }, () => frame(FrameType.continuation, 0, 1, Buffer.alloc(16_000))),
      ],
      ErrorCode.enhanceYourCalm,
    ],
  ])('%s', async (_, sent, code) => {
    const socket = connectSocket(path);
    clients.push(socket);
    socket.on('error', () => {});
    socket.write(Buffer.concat(sent));
    const said = await buffer(socket);
    expect(endings).toEqual([expect.objectContaining({ name: 'ConnectionError', code })]);
    // The last frame tells the client: going away, with the reason in its last four bytes.
    expect(said.at(-17 + 3)).toBe(FrameType.goAway);
    expect(said.readUInt32BE(said.length - 4)).toBe(code);
  });

  test('sends anything at all: the process never fails', async () => {
    const frames = fc.tuple(
      fc.integer({ min: 0, max: 10 }),
      fc.integer({ min: 0, max: 255 }),
      fc.integer({ min: 0, max: 5 }),
      fc.uint8Array({ maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(frames, { maxLength: 12 }), async sent => {
        const socket = connectSocket(path);
        socket.on('error', () => {});
        socket.end(
          Buffer.concat([
            preface,
            ...sent.map(([type, flags, streamId, payload]) => frame(type, flags, streamId, payload)),
          ]),
        );
        await once(socket.resume(), 'close');
      }),
    );
    expect(String(await ask(client(), Buffer.from('still there')))).toBe('still there');
  });
});
