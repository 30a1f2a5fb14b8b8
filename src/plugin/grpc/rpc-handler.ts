/** One method: the request's protobuf bytes in, the answer's out. */
export type RpcHandler = (request: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** Methods by their gRPC path, such as `/tfplugin6.Provider/ReadResource`. */
export type RpcHandlers = ReadonlyMap<string, RpcHandler>;
