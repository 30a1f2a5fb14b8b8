import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ForeignClient } from './foreign-client';
import {
  type BuiltFixture,
  buildFixture,
  killPlugin,
  type StartedPlugin,
  startPlugin,
} from './plugin-process';

/** Numbers of RFC 9113, sections 6 and 7. */
const [data, headers, goAway, continuation] = [0, 1, 7, 9];
const [endStream, endHeaders] = [1, 4];
const [protocolError, streamClosed, enhanceYourCalm] = [1, 5, 11];

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const settings = frame(4, 0, 0);
/** `:method: POST`, `:scheme: http` and `:path: /`, by their numbers in HPACK's static table. */
const request = Buffer.of(0x83, 0x86, 0x84);

let fixture: BuiltFixture;
let plugin: StartedPlugin;
let client: ForeignClient;
beforeAll(async () => {
  fixture = await buildFixture();
  plugin = await startPlugin(fixture.program);
  client = new ForeignClient(plugin);
  // Its connection keeps the process from ending with the broken ones.
  expect(await client.callFunction('echo', 'before')).toEqual({ value: 'before' });
});
afterAll(async () => {
  client.close();
  await killPlugin(plugin);
  await fixture.remove();
});

function frame(type: number, flags: number, streamId: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

/** The frames in which the other end has said something, as type and payload. */
function* framesIn(bytes: Buffer): Generator<{ type: number; payload: Buffer }> {
  for (let at = 0; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    yield { type: bytes.readUInt8(at + 3), payload: bytes.subarray(at + 9, end) };
    at = end;
  }
}

async function connected(): Promise<Socket> {
  const socket = connect(plugin.socketPath);
  await once(socket, 'connect');
  return socket;
}

test.each<[string, readonly Buffer[], number]>([
  [
    'goes on with headers in more frames than any request needs',
    [frame(headers, 0, 1, request), ...Array.from({ length: 9 }, () => frame(continuation, 0, 1))],
    enhanceYourCalm,
  ],
  ['sends headers on stream 0', [frame(headers, endHeaders | endStream, 0, request)], protocolError],
  [
    'sends data after the end of its stream',
    [frame(headers, endHeaders | endStream, 1, request), frame(data, 0, 1, Buffer.from('late'))],
    streamClosed,
  ],
  [
    'sends headers after the end of its stream',
    [frame(headers, endHeaders | endStream, 1, request), frame(headers, endHeaders | endStream, 1, request)],
    streamClosed,
  ],
])(
  'a connection that %s is told so and closed, and the process serves the others',
  async (_, frames, code) => {
    const socket = await connected();
    socket.write(Buffer.concat([preface, settings, ...frames]));
    const said = [...framesIn(await buffer(socket))];
    const last = said.at(-1);
    expect(last?.type).toBe(goAway);
    expect(last?.payload.readUInt32BE(4)).toBe(code);
    expect(await client.callFunction('echo', 'after')).toEqual({ value: 'after' });
  },
);
