import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Http2Connection } from '../../../../../src/plugin/grpc/http2/connection';
import { frame } from '../../../../../src/plugin/grpc/http2/frames';
import type { Headers } from '../../../../../src/plugin/grpc/http2/header-decoder';
import { encodeHeaders } from '../../../../../src/plugin/grpc/http2/header-encoder';
import { Flag, FrameType } from '../../../../../src/plugin/grpc/http2/protocol';
import type { Http2Stream, StreamListener } from '../../../../../src/plugin/grpc/http2/stream';

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const request = (flags: number = Flag.endHeaders) =>
  frame(FrameType.headers, flags, 1, encodeHeaders({ ':method': 'POST', ':path': '/' }));

/** Node's own HTTP/2 is the client: it shares no code with ours, and is held to the same standard. */
let folder: string;
let server: Server;
let path: string;
let clients: (ClientHttp2Session | Socket)[];
let answerWith: (stream: Http2Stream, headers: Headers) => StreamListener;
let closed: number;
let connections: number;
let endings: (Error | undefined)[];
let seen: (string | undefined)[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'http2-'));
  path = join(folder, 'socket');
  [clients, closed, connections, endings, seen] = [[], 0, 0, [], []];
  answerWith = echo;
  server = createServer(socket => {
    connections += 1;
    new Http2Connection(socket, {
      opened: (stream, headers) => answerWith(stream, headers),
      closed: reason => endings.push(reason),
    });
  });
  await once(server.listen(path), 'listening');
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  server.close();
  // What ends late would count in the next test.
  await expect.poll(() => endings).toHaveLength(connections);
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
    closed: countClosed,
  };
}

const countClosed = () => {
  closed += 1;
};

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
])('the window of a client with %j is never exceeded, and everything is sent in the end', async settings => {
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

test('two hundred concurrent requests each get their own response', async () => {
  const session = client();
  const bodies = Array.from({ length: 200 }, (_, index) => Buffer.from(`request ${index}`));
  const answers = await Promise.all(bodies.map(body => ask(session, body)));
  expect(answers.map(String)).toEqual(bodies.map(String));
  expect(closed).toBe(bodies.length);
});

test('a ping is answered', async () => {
  const session = client();
  await once(session, 'connect');
  const answered = new Promise<Error | null>(resolve => session.ping(resolve));
  expect(await answered).toBeNull();
});

test('a client that is answered before the end of its request is told to stop sending', async () => {
  answerWith = stream => {
    stream.sendHeaders(success);
    stream.end(trailers);
    return { received: () => {}, ended: () => {}, closed: countClosed };
  };
  const stream = client().request({ ':method': 'POST' });
  stream.write('a beginning');
  await Promise.all([once(stream, 'response'), once(stream.resume(), 'close')]);
  expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
  expect(closed).toBe(1);
});

describe('a stream without an answer is closed', () => {
  const keep = () =>
    new Promise<void>(resolve => {
      answerWith = () => ({
        received: () => resolve(),
        ended: () => {},
        closed: countClosed,
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
    await expect.poll(() => closed).toBe(1);
  });
});

/** A connection that has sent these frames, and is alive after them: its next ping is answered. */
async function connectionAfter(...sent: readonly Buffer[]): Promise<Socket> {
  const socket = connectSocket(path);
  clients.push(socket);
  socket.write(preface);
  await liveAfter(socket, ...sent);
  return socket;
}

async function liveAfter(socket: Socket, ...sent: readonly Buffer[]): Promise<void> {
  const pong = frame(FrameType.ping, Flag.acknowledge, 0, Buffer.alloc(8));
  let said = Buffer.alloc(0);
  const listen = (chunk: Buffer) => {
    said = Buffer.concat([said, chunk]);
  };
  socket.on('data', listen);
  socket.write(Buffer.concat([...sent, frame(FrameType.ping, 0, 0, Buffer.alloc(8))]));
  await expect.poll(() => said.includes(pong)).toBe(true);
  socket.off('data', listen);
}

test('headers may come in pieces', async () => {
  const [first, last] = [0, Flag.endHeaders].map(flags => frame(FrameType.continuation, flags, 1));
  await connectionAfter(request(0), first ?? preface, last ?? preface);
  expect(seen).toHaveLength(1);
});

test('data in flight for a request that was answered early is dropped', async () => {
  answerWith = stream => {
    stream.end(trailers);
    return { received: () => {}, ended: () => {}, closed: countClosed };
  };
  const socket = await connectionAfter(request());
  expect(closed).toBe(1);
  await liveAfter(socket, frame(FrameType.data, 0, 1, Buffer.from('late')));
  expect(endings).toEqual([]);
});

describe('a connection ends when its client', () => {
  test.each([
    ['speaks another protocol', [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
    ['interrupts headers', [preface, request(0), frame(FrameType.ping, 0, 0)]],
    ['sends CONTINUATION without HEADERS', [preface, frame(FrameType.continuation, 0, 1)]],
    ['pads a frame', [preface, request(), frame(FrameType.data, Flag.padded, 1, Buffer.of(0))]],
    ['sends a frame that is too short', [preface, frame(FrameType.windowUpdate, 0, 0, Buffer.alloc(3))]],
  ])('%s', async (_, sent) => {
    const socket = connectSocket(path);
    clients.push(socket);
    socket.on('error', () => {});
    socket.write(Buffer.concat(sent));
    await once(socket.resume(), 'close');
    expect(endings).toEqual([expect.any(Error)]);
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
