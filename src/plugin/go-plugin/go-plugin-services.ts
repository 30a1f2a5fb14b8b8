import type { StreamHandler } from '../grpc/grpc-server';
import { answer, openAnswer } from '../grpc/grpc-stream';
import { type Http2Stream, ignoringListener, type StreamListener } from '../grpc/http2/stream';
import type { Lifecycle } from '../grpc/lifecycle';
import { frameOf } from '../grpc/message-frame';
import type { RpcHandlers } from '../grpc/rpc-handler';
import { Status, StatusError } from '../grpc/status';
import { checkedService, servingHealth, stdioData } from './plugin-messages';

/** The services that Terraform's plugin library requires of every plugin. */
export interface GoPluginServices {
  handlers: RpcHandlers;
  streams: ReadonlyMap<string, StreamHandler>;
  /** Sends the process's output to the current listeners. Without listeners, it is dropped. */
  print(text: Uint8Array): void;
}

export function goPluginServices(lifecycle: Pick<Lifecycle, 'end'>): GoPluginServices {
  const listeners = new Set<Http2Stream>();
  return {
    handlers: new Map([['/grpc.health.v1.Health/Check', checkHealth]]),
    streams: new Map<string, StreamHandler>([
      ['/plugin.GRPCController/Shutdown', stream => shutdown(stream, lifecycle)],
      ['/plugin.GRPCStdio/StreamStdio', stream => listen(stream, listeners)],
      // Terraform opens it with every provider and never sends anything.
      ['/plugin.GRPCBroker/StartStream', stayOpen],
    ]),
    print: data => {
      const frame = frameOf(stdioData(data));
      for (const stream of listeners) stream.sendData(frame);
    },
  };
}

/** The process exits after the response is sent. The call itself does not count as in flight. */
function shutdown(stream: Http2Stream, lifecycle: Pick<Lifecycle, 'end'>): StreamListener {
  return {
    ...ignoringListener,
    ended: () => answer(stream, new Uint8Array(0)),
    closed: () => lifecycle.end(),
  };
}

function listen(stream: Http2Stream, listeners: Set<Http2Stream>): StreamListener {
  listeners.add(stream);
  return { ...stayOpen(stream), closed: () => listeners.delete(stream) };
}

function stayOpen(stream: Http2Stream): StreamListener {
  openAnswer(stream);
  return ignoringListener;
}

/** Terraform's plugin library registers one service named "plugin". An empty name means the server. */
function checkHealth(request: Uint8Array): Uint8Array {
  const service = checkedService(request);
  if (service !== '' && service !== 'plugin')
    throw new StatusError(Status.notFound, 'Only the service "plugin" has a health status.');
  return servingHealth;
}
