import { expect, test } from 'vitest';
import { frame } from '../../../../src/plugin/grpc/http2/frames';
import { Flag, FrameType } from '../../../../src/plugin/grpc/http2/protocol';
import { Lifecycle } from '../../../../src/plugin/grpc/lifecycle';
import { RpcCall } from '../../../../src/plugin/grpc/rpc-call';
import { silent } from '../shelf';
import { Conversation, request } from './http2/conversation';

/** They come in one read, so the refusal is not sent yet. */
test.each([
  ['the rest of the request', 0],
  ['the end of the request', Flag.endStream],
])('a call is refused once, although %s follows', async (_, flags) => {
  const conversation = await Conversation.begun(request());
  const [stream] = conversation.streams;
  const lifecycle = new Lifecycle({ hasOwner: true, ended: () => {}, stop: () => {}, after: () => {} });
  const handler = () => expect.unreachable();
  if (stream) stream.listener = new RpcCall(stream, '/', { handler, lifecycle, log: silent });
  const compressed = frame(FrameType.data, 0, 1, Buffer.of(1, 0, 0, 0, 0));
  const rest = frame(FrameType.data, flags, 1, Buffer.of(0));
  const sent = await conversation.send(Buffer.concat([compressed, rest]));
  expect(sent.filter(each => each.startsWith(`${FrameType.headers} `))).toHaveLength(1);
});
