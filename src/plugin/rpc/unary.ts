import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { RpcHandler } from '../grpc/rpc-handler';

/** The half of a generated codec that reads. */
export interface Decoder<Message> {
  decode(bytes: Uint8Array): Message;
}

/** The half of a generated codec that writes. */
export interface Encoder<Message> {
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
}

/** Keeps its buffer between answers: a new one begins with memory for the largest of small messages. */
let idleWriter: BinaryWriter | undefined;

function encodeWith<Message>(codec: Encoder<Message>, message: Message): Uint8Array {
  const writer = idleWriter ?? new BinaryWriter();
  // An encoder that throws leaves its writer half full, so it comes back only when all went well.
  idleWriter = undefined;
  const bytes = codec.encode(message, writer).finish();
  idleWriter = writer;
  return bytes;
}

/** A method over typed messages. */
export function unary<Request, Response>(
  request: Decoder<Request>,
  response: Encoder<Response>,
  call: (request: Request) => Response | Promise<Response>,
): RpcHandler {
  return bytes => {
    const answer = call(request.decode(bytes));
    return answer instanceof Promise
      ? answer.then(message => encodeWith(response, message))
      : encodeWith(response, answer);
  };
}
