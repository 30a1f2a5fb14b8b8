import type { Duplex } from 'node:stream';
import type { Log } from '../log';
import { refuseOther } from './grpc-stream';
import { Http2Connection } from './http2/connection';
import type { Headers } from './http2/header-decoder';
import { ConnectionError } from './http2/protocol';
import { type Http2Stream, ignoringListener, type StreamListener } from './http2/stream';
import type { Lifecycle } from './lifecycle';
import { RpcCall } from './rpc-call';
import type { RpcHandler } from './rpc-handler';

/** A method of the plugin library that stays open: it may send responses at any time. */
export type StreamHandler = (stream: Http2Stream) => StreamListener;

export interface GrpcServerOptions {
  /** Returns the method of a gRPC path. Throws a StatusError, or rejects with one, if there is none. */
  handler: (path: string) => RpcHandler | Promise<RpcHandler>;
  streams: ReadonlyMap<string, StreamHandler>;
  lifecycle: Lifecycle;
  log: Log;
}

/** Receives each trusted connection. */
export type ConnectionHandler = (socket: Duplex) => void;

/**
 * Serves gRPC over HTTP/2 (gRPC's document of that name) on connections that it receives. It does not listen
 * itself.
 */
export function createGrpcServer(options: GrpcServerOptions): ConnectionHandler {
  const { lifecycle, log } = options;
  return socket => {
    lifecycle.connected();
    new Http2Connection(socket, {
      opened: (stream, headers) => open(stream, headers, options),
      closed: reason => {
        if (reason !== undefined) log.write('debug', 'connection failed', { reason: reasonOf(reason) });
        lifecycle.disconnected();
      },
    });
  };
}

function open(stream: Http2Stream, headers: Headers, options: GrpcServerOptions): StreamListener {
  const path = headers.get(':path') ?? '';
  const keepStream = options.streams.get(path);
  if (!headers.get('content-type')?.startsWith('application/grpc')) {
    refuseOther(stream);
    return ignoringListener;
  }
  return keepStream?.(stream) ?? new RpcCall(stream, path, options);
}

/** Returns the operating system's error code, or the violated rule of HTTP/2 in our own words. */
function reasonOf(failure: Error): string {
  if (failure instanceof ConnectionError) return failure.message;
  return 'code' in failure ? String(failure.code) : failure.name;
}
