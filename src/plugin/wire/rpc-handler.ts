import type { AnswerWatch } from './answer-watch';

/** One method: the request's protobuf bytes in, the answer's out. */
export type RpcHandler = (request: Uint8Array, watch: AnswerWatch) => Uint8Array | Promise<Uint8Array>;

/** Methods by their gRPC path, such as `/tfplugin6.Provider/ReadResource`. */
export type RpcHandlers = ReadonlyMap<string, RpcHandler>;

/** The half of a generated codec that reads. */
export interface Decoder<Message> {
  decode(bytes: Uint8Array): Message;
}

/** The half of a generated codec that writes. */
export interface Encoder<Message> {
  encode(message: Message): { finish(): Uint8Array };
}

/** A method over typed messages. */
export function unary<Request, Response>(
  request: Decoder<Request>,
  response: Encoder<Response>,
  call: (request: Request, watch: AnswerWatch) => Response | Promise<Response>,
): RpcHandler {
  return async (bytes, watch) => response.encode(await call(request.decode(bytes), watch)).finish();
}
