import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:http2';
import { connect as connectSocket, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatusObject } from '@grpc/grpc-js';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCertificate } from '../../../../src/plugin/go-plugin/certificate';
import { frameOf } from '../../../../src/plugin/grpc/message-frame';
import { Status, StatusError } from '../../../../src/plugin/grpc/status';
import { createLog } from '../../../../src/plugin/log';
import { Launch } from '../../../../src/plugin/process/launch';
import {
  CallFunction_Request,
  CallFunction_Response,
  ListResource_Event,
  ListResource_Request,
} from '../../../../src/plugin/protocol/gen/protocol';
import { unary } from '../../../../src/plugin/rpc/session/unary';
import { ForeignClient } from '../../../protocol/foreign-client';
import { foreignCodec } from '../foreign-codec';

const mebibyte = 1024 * 1024;
/** Longer than the window of a stream whose client has read nothing. */
const longText = 'x'.repeat(128 * 1024);

/** The whole wire in this process. Its client is @grpc/grpc-js, which shares no code with it but the protocol file. */
let server: Server;
let socketPath: string;
let client: ForeignClient;
let launch: Launch;
let story: string[];
let logged: string[];
let loads: number;
/** Calls of `wait` end when the test says so. */
let waiting: (() => void)[];

async function run({ name, arguments: [argument] }: CallFunction_Request): Promise<CallFunction_Response> {
  const text = Buffer.from(argument?.msgpack ?? []).toString();
  if (name === 'wait') await new Promise<void>(resolve => waiting.push(resolve));
  if (name === 'refuse') throw new StatusError(Status.notFound, text);
  if (name === 'fail') throw new TypeError(`cannot read ${text}`);
  return { result: { msgpack: Buffer.from(text) } };
}

/** The messages that a stream has made so far, and whether it was told to end. */
let streamed: { made: number; isOver: boolean };

async function* stream(request: Uint8Array): AsyncGenerator<Uint8Array> {
  const { typeName, limit } = ListResource_Request.decode(request);
  const progress = streamed;
  try {
    for (; progress.made < limit; progress.made += 1) {
      const event = { displayName: typeName === 'long' ? longText : `${progress.made}`, diagnostic: [] };
      yield ListResource_Event.encode(event).finish();
    }
    if (typeName === 'refuse') throw new StatusError(Status.notFound, 'the rest');
    if (typeName === 'fail') throw new TypeError('planted-secret');
  } finally {
    progress.isOver = true;
  }
}

const encodedPath = '/tfplugin6.Provider/GetProviderSchema';
const unloaded = () => {
  throw new Error('The build has encoded this response.');
};

beforeEach(async () => {
  streamed = { made: 0, isOver: false };
  // A connection of the test before may end late: it tells the story of that test.
  const told: string[] = [];
  const lines: string[] = [];
  [story, logged, waiting] = [told, lines, []];
  const print = (line: string) => void lines.push(line);
  const log = createLog({ level: 'debug', now: () => 0, print });
  const load = async () => {
    const handlers = new Map([
      ['/tfplugin6.Provider/CallFunction', unary(CallFunction_Request, CallFunction_Response, run)],
      ['/tfplugin6.Provider/ListResource', stream],
      [encodedPath, unloaded],
    ]);
    loads += 1;
    return { handlers, stop: () => void told.push('stopped'), leave: () => false };
  };
  loads = 0;
  launch = new Launch({
    clientCertificate: new X509Certificate(createCertificate().der).toString(),
    encoded: new Map([[encodedPath, () => new Uint8Array()]]),
    load,
    log,
    ended: isIdle => void told.push(isIdle ? 'ended' : 'ended with calls'),
  });
  server = createServer(socket => launch.admit(socket));
  socketPath = join(mkdtempSync(join(tmpdir(), 'grpc-')), 'socket');
  await once(server.listen(socketPath), 'listening');
  client = new ForeignClient({ socketPath, certificate: Buffer.alloc(0) });
});
afterEach(() => {
  client.close();
  server.close();
});

const foreignSession = () =>
  connect('http://localhost', { createConnection: () => connectSocket(socketPath) });

/** A request by Node.js's own HTTP/2. */
function foreignRequest(path: string, type: string, session = foreignSession()) {
  return { session, stream: session.request({ ':method': 'POST', ':path': path, 'content-type': type }) };
}

const echo = (text: string) => client.callFunction('echo', text);

test('what the build has encoded needs no loading, and the rest is loaded once, by the first call to it', async () => {
  const schema = () => client.call('tfplugin6.Provider', 'GetProviderSchema', {});
  expect([await schema(), loads, launch.close()]).toEqual([{ value: expect.anything() }, 0, true]);
  client.close();
  client = new ForeignClient({ socketPath, certificate: Buffer.alloc(0) });
  const answers = [{ value: '1' }, { value: '2' }];
  expect(await Promise.all([echo('1'), echo('2')])).toEqual(answers);
  expect(await schema()).toHaveProperty('value');
  expect([loads, launch.close()]).toEqual([1, false]);
});

/** The last one is above the 4 MiB limit of gRPC libraries. */
test.each([0, 1, 16 * 1024 - 5, 16 * 1024, 5 * mebibyte])('a message of %i bytes comes back', async size => {
  const text = 'a'.repeat(size);
  const answer = await echo(text);
  expect('value' in answer && answer.value === text).toBe(true);
});

test('headers of all characters and lengths are read as Node.js encodes them, on one connection', async () => {
  const session = foreignSession();
  const letter = fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code));
  const word = fc.oneof(fc.string({ unit: letter }), fc.constant('x'.repeat(1400)));
  await fc.assert(
    fc.asyncProperty(word, async path => {
      const { stream } = foreignRequest(path, 'application/grpc', session);
      const [answer] = await once(stream.end(frameOf(Buffer.of())).resume(), 'response');
      expect(decodeURIComponent(answer['grpc-message'])).toBe(`This provider does not have ${path}.`);
    }),
  );
  session.destroy();
});

test('a slow call does not delay other calls, and is in flight until it ends', async () => {
  const slow = client.callFunction('wait', 'slow');
  expect(await echo('quick')).toEqual({ value: 'quick' });
  expect(launch.lifecycle.isIdle).toBe(false);
  waiting[0]?.();
  expect(await slow).toEqual({ value: 'slow' });
  await expect.poll(() => launch.lifecycle.isIdle).toBe(true);
});

test('a call whose client has gone is in flight until it ends', async () => {
  const { session, stream } = foreignRequest('/tfplugin6.Provider/CallFunction', 'application/grpc+proto');
  stream.on('error', () => {});
  stream.end(frameOf(foreignCodec('CallFunction').encode({ name: 'wait' })));
  await expect.poll(() => waiting).toHaveLength(1);
  session.destroy();
  await expect.poll(() => story).toEqual(['stopped']);
  waiting[0]?.();
  await expect.poll(() => story).toEqual(['stopped', 'ended']);
});

describe('a stream of messages', () => {
  /** The names in the events, and how the call ended. */
  const listed = async (type_name: string, limit: number) => {
    const names: string[] = [];
    const call = client.stream('tfplugin6.Provider', 'ListResource', { type_name, limit });
    call.on('data', ({ display_name }) => names.push(display_name));
    call.on('error', () => {});
    const { code, details } = await new Promise<StatusObject>(resolve => call.on('status', resolve));
    return { names, code, details };
  };

  test.each([0, 1, 1000])('of %i messages arrives in order, and ends without an error', async limit => {
    const names = Array.from({ length: limit }, (_, index) => `${index}`);
    expect(await listed('list', limit)).toEqual({ names, code: Status.ok, details: '' });
    await expect.poll(() => launch.lifecycle.isIdle).toBe(true);
  });

  test('that fails has its first messages and the error, without what only the log may have', async () => {
    expect(await listed('refuse', 1)).toEqual({ names: ['0'], code: Status.notFound, details: 'the rest' });
    const bug = await listed('fail', 1);
    expect(bug).toMatchObject({ names: expect.anything(), code: Status.internal });
    expect(bug.details).toMatch(/^ListResource failed inside the provider\. This is a bug/);
    expect(JSON.stringify([bug, logged])).not.toContain('planted-secret');
  });

  test('waits for a client that does not read, and goes on as it reads', async () => {
    const path = '/tfplugin6.Provider/ListResource';
    const { session, stream: reading } = foreignRequest(path, 'application/grpc');
    reading.end(frameOf(foreignCodec('ListResource').encode({ type_name: 'long', limit: 5 })));
    await once(reading, 'response');
    await expect.poll(() => streamed.isOver || reading.readableLength).toBeGreaterThan(0);
    for (let round = 0; round < 20; round += 1) await echo('while it waits');
    expect(streamed).toEqual({ made: 0, isOver: false });
    expect(launch.lifecycle.isIdle).toBe(false);
    await once(reading.resume(), 'end');
    expect(streamed).toEqual({ made: 5, isOver: true });
    session.destroy();
  });

  test('that the client cancels makes no further message', async () => {
    const call = client.stream('tfplugin6.Provider', 'ListResource', { type_name: 'long', limit: 100 });
    call.on('error', () => {});
    call.once('data', () => call.cancel());
    await expect.poll(() => streamed.isOver && launch.lifecycle.isIdle).toBe(true);
    expect(streamed.made).toBeLessThan(100);
  });
});

describe('a call is refused', () => {
  test.each([
    ['without such a method', 'ReadResource', {}, Status.unimplemented, /does not have/],
    ['by a status error', 'CallFunction', { name: 'refuse' }, Status.notFound, /^$/],
  ])('%s', async (_, method, request, code, words) => {
    const message = expect.stringMatching(words);
    expect(await client.call('tfplugin6.Provider', method, request)).toEqual({ code, message });
    expect(logged).toEqual([]);
  });

  test('by a bug, of which only the log has more than the method', async () => {
    const answer = await client.callFunction('fail', 'planted-secret');
    expect(answer).toMatchObject({
      code: Status.internal,
      message: expect.stringMatching(/^CallFunction failed inside the provider\. This is a bug/),
    });
    expect(logged).toEqual([expect.stringContaining('CallFunction failed: TypeError\\n    at run')]);
    expect(JSON.stringify([answer, logged])).not.toContain('planted-secret');
  });
});

test.each(['/plugin.GRPCStdio/StreamStdio', '/plugin.GRPCBroker/StartStream'])(
  'the method %s stays open without a message, and is not in flight',
  async path => {
    const { session, stream } = foreignRequest(path, 'application/grpc');
    const [answer] = await once(stream, 'response');
    expect([answer[':status'], launch.lifecycle.isIdle]).toEqual([200, true]);
    session.destroy();
    await expect.poll(() => story).toEqual(['ended']);
  },
);

test('a connection that breaks is logged, without its bytes', async () => {
  const socket = connectSocket(socketPath);
  socket.on('error', () => {});
  socket.write('planted-secret');
  await once(socket.resume(), 'close');
  expect(logged).toEqual([expect.stringContaining('the client does not speak HTTP/2')]);
  expect(logged.join()).not.toContain('planted-secret');
  expect(story).toEqual(['ended']);
});
