import type { Duplex } from 'node:stream';
import { Http2Connection } from './http2/connection';
import { ConnectionError } from './http2/protocol';
import type { Http2Stream, StreamListener } from './http2/stream';
import type { Lifecycle } from './lifecycle';
import { RpcCall, type RpcCallOptions } from './rpc-call';

/** A method of the plugin library that stays open: it may send responses at any time. */
export type StreamHandler = (stream: Http2Stream) => StreamListener;

export interface GrpcServerOptions extends RpcCallOptions {
  streams: ReadonlyMap<string, StreamHandler>;
  lifecycle: Lifecycle;
}

/** Serves gRPC over HTTP/2 (gRPC's document of that name) on connections that it receives. */
export function createGrpcServer(options: GrpcServerOptions): (socket: Duplex) => void {
  const { lifecycle, log, streams } = options;
  return socket => {
    lifecycle.connected();
    new Http2Connection(socket, {
      opened: (stream, headers) => {
        const path = headers.get(':path') ?? '';
        return streams.get(path)?.(stream) ?? new RpcCall(stream, path, options);
      },
      closed: reason => {
        if (reason !== undefined) log.write('debug', 'connection failed', { reason: reasonOf(reason) });
        lifecycle.disconnected();
      },
    });
  };
}

/** Returns the operating system's error code, or the violated rule of HTTP/2 in our own words. */
function reasonOf(failure: Error): string {
  if (failure instanceof ConnectionError) return failure.message;
  return 'code' in failure ? String(failure.code) : failure.name;
}
