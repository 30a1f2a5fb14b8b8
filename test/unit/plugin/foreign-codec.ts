import { loadSync } from '@grpc/proto-loader';

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
