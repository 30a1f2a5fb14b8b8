/** One method: protobuf bytes of the request in, those of the response out. */
export type RpcHandler = (request: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** Methods by gRPC path, such as `/tfplugin6.Provider/ReadResource`. */
export type RpcHandlers = ReadonlyMap<string, RpcHandler>;
