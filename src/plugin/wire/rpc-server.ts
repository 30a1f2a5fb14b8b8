import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { AnswerWatch } from './answer-watch';
import { describeFailure } from './crash';
import { MessageReader } from './frame';
import { answer, refuse } from './grpc-stream';
import type { Lifecycle } from './lifecycle';
import type { Log } from './log';
import type { RpcHandlers } from './rpc-handler';
import { Status, StatusError } from './status';

/** A method that keeps its stream: it answers, or goes on answering, when it likes. */
export type StreamHandler = (stream: ServerHttp2Stream) => void;

export interface RpcServerOptions {
  handlers: Promise<RpcHandlers>;
  streams: ReadonlyMap<string, StreamHandler>;
  lifecycle: Lifecycle;
  log: Log;
}

const connectionOptions = {
  settings: {
    enablePush: false,
    // A message of some megabytes arrives without waiting for the window to be opened again.
    initialWindowSize: 8 * 1024 * 1024,
  },
  // Node's default of 10 (megabytes) ends a connection in the middle of a large message.
  maxSessionMemory: 2048,
};

/** A window for the connection as a whole, in bytes: many streams share it. */
const connectionWindow = 64 * 1024 * 1024;

/** gRPC over HTTP/2. It listens nowhere: give it trusted connections with `emit('connection', socket)`. */
export function createRpcServer(options: RpcServerOptions): Http2Server {
  const { lifecycle, log } = options;
  const server = createServer(connectionOptions);
  server.on('session', session => {
    lifecycle.connected();
    session.setLocalWindowSize(connectionWindow);
    session.on('close', () => lifecycle.disconnected());
    session.on('error', error => log.write('debug', 'connection failed', { code: codeOf(error) }));
  });
  server.on('stream', (stream, headers) => receive(stream, headers, options));
  return server;
}

function receive(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, options: RpcServerOptions): void {
  // A stream that Terraform cancels must not end the process; its call goes on and is answered to nobody.
  stream.on('error', error => options.log.write('debug', 'stream failed', { code: codeOf(error) }));
  const path = headers[':path'] ?? '';
  const keepStream = options.streams.get(path);
  if (!headers['content-type']?.startsWith('application/grpc'))
    stream.respond({ ':status': 415 }, { endStream: true });
  else if (keepStream !== undefined) keepStream(stream);
  else void callUnary(stream, path, options);
}

async function callUnary(stream: ServerHttp2Stream, path: string, options: RpcServerOptions): Promise<void> {
  options.lifecycle.callBegan();
  const closed = new Promise<void>(resolve => stream.once('close', resolve));
  const watch = new AnswerWatch();
  try {
    const request = await requestOf(stream);
    const handler = (await options.handlers).get(path);
    if (handler === undefined)
      throw new StatusError(Status.unimplemented, `This provider does not have ${path}.`);
    const message = await handler(request, watch);
    if (!stream.destroyed) watch.answering();
    answer(stream, message);
  } catch (failure) {
    refuseFailure(stream, path, failure, options.log);
  }
  await closed;
  watch.answered(wasHeard(stream));
  options.lifecycle.callEnded();
}

/** A stream whose connection went away closes too, but unfinished or with a code of failure. */
function wasHeard(stream: ServerHttp2Stream): boolean {
  return stream.writableFinished && !stream.aborted && stream.rstCode === constants.NGHTTP2_NO_ERROR;
}

function requestOf(stream: ServerHttp2Stream): Promise<Uint8Array> {
  const reader = new MessageReader();
  return new Promise((resolve, reject) => {
    const attempt = (step: () => void) => {
      try {
        step();
      } catch (failure) {
        // The rest is read and dropped, so that the refusal gets through.
        stream.off('data', push).resume();
        reject(failure);
      }
    };
    const push = (chunk: Buffer) => attempt(() => reader.push(chunk));
    // Made for a request that was cut off alone: an error for each call would be a tenth of a call's cost.
    const cancel = () => reject(new StatusError(Status.internal, 'The request was cancelled.'));
    stream.on('data', push);
    stream.on('close', cancel);
    stream.on('end', () => {
      stream.off('close', cancel);
      attempt(() => resolve(reader.finish()));
    });
  });
}

function refuseFailure(stream: ServerHttp2Stream, path: string, failure: unknown, log: Log): void {
  if (failure instanceof StatusError) {
    refuse(stream, failure.code, failure.message);
    return;
  }
  const method = path.slice(path.lastIndexOf('/') + 1);
  log.write('error', `${method} failed: ${describeFailure(failure)}`);
  const advice = 'This is a fault of the provider; TF_LOG=ERROR shows where.';
  refuse(stream, Status.internal, `${method} failed inside the provider. ${advice}`);
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name;
}
