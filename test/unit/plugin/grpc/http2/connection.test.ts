import { describe, expect, test } from 'vitest';
import { frame, numberFrame } from '../../../../../src/plugin/grpc/http2/frames';
import { encodeHeaders } from '../../../../../src/plugin/grpc/http2/header-encoder';
import { Flag, FrameType, Setting } from '../../../../../src/plugin/grpc/http2/protocol';
import { Conversation, preface, request, settingsFrame } from './conversation';

const data = (length: number, flags = 0, streamId = 1) =>
  frame(FrameType.data, flags, streamId, Buffer.alloc(length));
const wide = settingsFrame({ [Setting.initialWindowSize]: 1_000_000 });

test('a connection begins with the largest windows', async () => {
  expect(await new Conversation().send()).toEqual(['4 0 0 00047fffffff', '8 0 0 7fff0000']);
});

/** What is sent, and what comes back: type, flags, stream, payload. */
test.each<[string, Buffer, readonly string[]]>([
  ['a ping is answered', frame(FrameType.ping, 0, 0, Buffer.from('12345678')), ['6 1 0 3132333435363738']],
  ['the answer to a ping is not answered', frame(FrameType.ping, 1, 0, Buffer.alloc(8)), []],
  ['settings are acknowledged', settingsFrame({}), ['4 1 0']],
  ['an acknowledgement is not', frame(FrameType.settings, 1, 0), []],
  ['a window of a stream that is gone is ignored', numberFrame(FrameType.windowUpdate, 9, 1), []],
  ['a reset of a stream that is gone is ignored', numberFrame(FrameType.resetStream, 9, 8), []],
  ['data of a stream that is gone is ignored', data(5, Flag.endStream, 9), []],
  ['an unknown frame is ignored', frame(10, 255, 3, Buffer.alloc(8)), []],
])('%s', async (_, sent, answers) => {
  const conversation = await Conversation.begun();
  expect(await conversation.send(sent)).toEqual(answers);
  expect(conversation.story).toEqual([]);
});

const [unended, ended, whole] = [0, Flag.endHeaders, Flag.endHeaders | Flag.endStream];
const [root, other] = [encodeHeaders({ ':path': '/' }), encodeHeaders({ ':path': '/x' })];
const trailers = frame(FrameType.headers, whole, 1, Buffer.from('44012f', 'hex'));
const next = frame(FrameType.headers, ended, 3, Buffer.of(0xbe));
const priority = Buffer.concat([Buffer.alloc(5), root]);
const last = data(2, Flag.endStream);
const first = frame(FrameType.headers, unended, 1, other);

test.each<[string, readonly Buffer[], readonly string[]]>([
  ['without a body', [request(1, whole)], ['opened', 'ended']],
  ['with a body', [request(), data(3), last], ['opened', 'received 3', 'received 2', 'ended']],
  ['with an empty end', [request(), data(0, Flag.endStream)], ['opened', 'ended']],
  ['with trailers, to which the next refers', [request(), trailers, next], ['opened', 'ended', 'opened']],
  ['with data after its end', [request(1, whole), data(1, Flag.endStream)], ['opened', 'ended']],
  ['whose headers come in pieces', [first, frame(9, unended, 1), frame(9, ended, 1, root)], ['opened']],
  ['whose headers are not complete', [request(1, unended), frame(9, unended, 1)], []],
  ['with a priority', [frame(FrameType.headers, ended | Flag.priority, 1, priority)], ['opened']],
  ['that is reset', [request(), numberFrame(FrameType.resetStream, 1, 8), data(1)], ['opened', 'closed']],
])('a request %s is told so', async (_, sent, story) => {
  const conversation = await Conversation.begun(...sent);
  expect(conversation.story).toEqual(story);
  for (const headers of conversation.headers) expect(headers.get(':path')).toBe('/');
});

describe('a response', () => {
  const [head, tail] = [encodeHeaders({ ':status': '200' }), encodeHeaders({ 'grpc-status': '0' })];
  const whole: number = Flag.endHeaders | Flag.endStream;
  const answered = async (settings: Buffer, size: number, flags = whole) => {
    const conversation = await Conversation.begun(settings, request(1, flags));
    const [stream] = conversation.streams;
    stream?.sendHeaders(head);
    stream?.sendData(Buffer.alloc(size));
    stream?.end(tail);
    return { conversation, stream, sent: await conversation.send() };
  };
  const small = settingsFrame({ [Setting.initialWindowSize]: 4 });
  const large = settingsFrame({ [Setting.initialWindowSize]: 65_535, [Setting.maximumFrameSize]: 20_000 });
  const end = '1 5 1 15 bytes';
  const full: string[] = Array(3).fill('0 0 1 16384 bytes');

  test('has headers, data and trailers, and then its stream is closed', async () => {
    const { conversation, stream, sent } = await answered(settingsFrame({}), 3);
    expect(sent).toEqual(['1 4 1 88', '0 0 1 000000', end]);
    expect(conversation.story).toEqual(['opened', 'ended', 'closed']);
    stream?.sendHeaders(head);
    stream?.sendData(head);
    stream?.end(tail);
    expect(await conversation.send()).toEqual([]);
  });

  test.each<[string, Buffer, number, readonly string[]]>([
    ['the frame size', wide, 16_385, ['0 0 1 16384 bytes', '0 0 1 00', end]],
    ['another frame size', large, 20_000, ['0 0 1 20000 bytes', end]],
    ['the window of the stream', small, 5, ['0 0 1 00000000']],
    ['the window of the connection', wide, 65_536, [...full, '0 0 1 16383 bytes']],
  ])('is cut by %s', async (_, settings, size, data) => {
    expect((await answered(settings, size)).sent).toEqual(['1 4 1 88', ...data]);
  });

  test.each<[string, Buffer, readonly string[]]>([
    ['the stream', numberFrame(FrameType.windowUpdate, 1, 1), ['0 0 1 00', end]],
    ['all streams', settingsFrame({ [Setting.initialWindowSize]: 5 }), ['0 0 1 00', '4 1 0', end]],
    ['the connection only', numberFrame(FrameType.windowUpdate, 0, 1), []],
  ])('goes on when the window opens of %s', async (_, opening, frames) => {
    const { conversation } = await answered(small, 5);
    expect([...(await conversation.send(opening))].sort()).toEqual([...frames].sort());
  });

  test('goes on for each stream when the window of the connection opens, and for none that was reset', async () => {
    const { conversation } = await answered(wide, 65_536);
    await conversation.send(request(3), request(5));
    for (const stream of conversation.streams.slice(1)) stream.sendData(Buffer.alloc(1));
    const ignored = [numberFrame(FrameType.windowUpdate, 9, 1), numberFrame(FrameType.resetStream, 3, 8)];
    expect(await conversation.send(...ignored)).toEqual([]);
    const frames = ['0 0 1 00', end, '0 0 5 00'];
    expect(await conversation.send(numberFrame(FrameType.windowUpdate, 0, 3))).toEqual(frames);
  });

  test('uses the window of all streams as it is set when the stream begins, and waits for none after a reset', async () => {
    const { conversation, sent } = await answered(small, 5);
    expect(sent).toHaveLength(2);
    await conversation.send(settingsFrame({ [Setting.initialWindowSize]: 2 }), request(3));
    conversation.streams[1]?.sendData(Buffer.alloc(3));
    expect(await conversation.send()).toEqual(['0 0 3 0000']);
    expect(await conversation.send(numberFrame(FrameType.windowUpdate, 1, 3))).toEqual(['0 0 1 00', end]);
    const drained = conversation.streams[1]?.drained();
    conversation.streams[1]?.end(tail);
    await conversation.send(numberFrame(FrameType.resetStream, 3, 8));
    await drained;
    expect(await conversation.send(numberFrame(FrameType.windowUpdate, 0, 1))).toEqual([]);
  });
});

test('after a gibibyte the receive window is opened again', async () => {
  const conversation = await Conversation.begun(request());
  const largest = data(2 ** 14);
  expect(await conversation.send(...Array(2 ** 16 - 1).fill(largest))).toEqual([]);
  expect(await conversation.send(largest)).toEqual(['8 0 0 40000000']);
  expect(await conversation.send(data(64))).toEqual([]);
});

describe('a connection ends when its client', () => {
  const quarter = frame(FrameType.continuation, 0, 1, Buffer.alloc(2 ** 14));
  test.each<[string, readonly Buffer[], string?]>([
    ['speaks another protocol', [Buffer.from('Q')]],
    ['interrupts headers', [preface, request(1, 0), frame(FrameType.ping, 0, 0)]],
    ['sends CONTINUATION without HEADERS', [preface, frame(FrameType.continuation, 0, 1)]],
    ['continues other headers', [preface, request(1, 0), frame(FrameType.continuation, 0, 3)]],
    ['pads data', [preface, data(1, Flag.padded)]],
    ['pads headers', [preface, request(1, Flag.padded)]],
    ['sends a frame above the announced size', [preface, data(16_385)]],
    ['sends headers of more than 64 KiB', [preface, request(1, 0), quarter, quarter, quarter, quarter]],
    ['sends a frame that is too short', [preface, frame(FrameType.windowUpdate, 0, 0)], 'RangeError'],
  ])('%s', async (_, sent, reason = 'ConnectionError') => {
    const conversation = new Conversation();
    await conversation.send(...sent);
    expect(conversation.story).toEqual([`end of connection: ${reason}`]);
  });

  test('has more than 10,000 streams open', async () => {
    const conversation = await Conversation.begun(
      ...Array.from({ length: 10_000 }, (_, i) => request(2 * i + 1)),
    );
    expect(conversation.story).toEqual(Array(10_000).fill('opened'));
    await conversation.send(numberFrame(FrameType.resetStream, 1, 8), request(20_001));
    expect(conversation.story.slice(-2)).toEqual(['closed', 'opened']);
    await conversation.send(request(20_003));
    expect(conversation.story.at(-1)).toBe('end of connection: ConnectionError');
  });

  test.each([undefined, new TypeError()])('hangs up: its streams are closed first: %s', async error => {
    const conversation = await Conversation.begun(request(1), request(3));
    conversation.hangUp(error);
    await conversation.send();
    const end = error ? 'end of connection: TypeError' : 'end of connection';
    expect(conversation.story).toEqual(['opened', 'opened', 'closed', 'closed', end]);
  });
});
