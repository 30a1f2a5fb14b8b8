import type { StreamHandler } from '../grpc/grpc-server';
import { answer, openAnswer } from '../grpc/grpc-stream';
import { type Http2Stream, ignoringListener, type StreamListener } from '../grpc/http2/stream';
import type { Lifecycle } from '../grpc/lifecycle';

/** Methods of Terraform's plugin library, by gRPC path. The last two stay open, and nothing is sent there. */
export function goPluginStreams(lifecycle: Pick<Lifecycle, 'end'>): ReadonlyMap<string, StreamHandler> {
  // The process exits after the response is sent. The call itself does not count as in flight.
  const shutdown: StreamHandler = stream => ({
    ...ignoringListener,
    ended: () => answer(stream, new Uint8Array(0)),
    closed: () => lifecycle.end(),
  });
  return new Map([
    ['/plugin.GRPCController/Shutdown', shutdown],
    ['/plugin.GRPCStdio/StreamStdio', stayOpen],
    ['/plugin.GRPCBroker/StartStream', stayOpen],
  ]);
}

function stayOpen(stream: Http2Stream): StreamListener {
  openAnswer(stream);
  return ignoringListener;
}
