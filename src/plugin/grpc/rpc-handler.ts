/** The response as protobuf bytes: of one message, or of each message of a stream. */
export type RpcResponse = Uint8Array | AsyncIterable<Uint8Array>;

/** One method: protobuf bytes of the request in, those of the response out. */
export type RpcHandler = (request: Uint8Array) => RpcResponse | Promise<RpcResponse>;

/** Methods by gRPC path, such as `/tfplugin6.Provider/ReadResource`. */
export type RpcHandlers = ReadonlyMap<string, RpcHandler>;
