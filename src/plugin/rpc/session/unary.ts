import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { RpcHandler } from '../../grpc/rpc-handler';

export interface Decoder<Message> {
  decode(bytes: Uint8Array): Message;
}

export interface Encoder<Message> {
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
}

/** The writer keeps its buffer between responses. A new one first allocates memory for the largest small message. */
let idleWriter: BinaryWriter | undefined;

function encodeWith<Message>(codec: Encoder<Message>, message: Message): Uint8Array {
  const writer = idleWriter ?? new BinaryWriter();
  // An encoder that throws leaves its writer half full. The writer is reused only after success.
  idleWriter = undefined;
  const bytes = codec.encode(message, writer).finish();
  idleWriter = writer;
  return bytes;
}

/** Returns a gRPC method for a function over typed messages. */
export function unary<Request, Response>(
  decoder: Decoder<Request>,
  encoder: Encoder<Response>,
  call: (request: Request) => Response | Promise<Response>,
): RpcHandler {
  return bytes => {
    const response = call(decoder.decode(bytes));
    return response instanceof Promise
      ? response.then(message => encodeWith(encoder, message))
      : encodeWith(encoder, response);
  };
}

/** Returns a gRPC method whose response is a stream of messages. */
export function streaming<Request, Event>(
  decoder: Decoder<Request>,
  encoder: Encoder<Event>,
  call: (request: Request) => AsyncIterable<Event>,
): RpcHandler {
  return async function* encoded(bytes) {
    for await (const event of call(decoder.decode(bytes))) yield encodeWith(encoder, event);
  };
}
