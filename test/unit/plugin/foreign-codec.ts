import { loadSync } from '@grpc/proto-loader';
import type { RpcHandlers } from '../../../src/plugin/grpc/rpc-handler';

const definitions = loadSync('src/plugin/protocol/protocol.proto', { keepCase: true });

/** A call's messages as a foreign codec has them: ours only reads requests. Fields are named as in the protocol file. */
export function foreignCodec(call: string) {
  const method = Object.entries(definitions['tfplugin6.Provider'] ?? {}).find(([name]) => name === call)?.[1];
  if (typeof method !== 'object' || !('requestSerialize' in method)) throw new Error(`no ${call}`);
  return {
    encode: (request: object): Uint8Array => method.requestSerialize(request),
    decode: (answer: Uint8Array): object => method.responseDeserialize(Buffer.from(answer)),
  };
}

/** What the handlers answer to a call. A response that is a stream is an object with its `events`. */
export async function answerTo(handlers: RpcHandlers, call: string, request: object): Promise<object> {
  const { encode, decode } = foreignCodec(call);
  const answer = await handlers.get(`/tfplugin6.Provider/${call}`)?.(encode(request));
  if (answer === undefined || answer instanceof Uint8Array) return decode(answer ?? new Uint8Array());
  const events: object[] = [];
  for await (const event of answer) events.push(decode(event));
  return { events };
}
