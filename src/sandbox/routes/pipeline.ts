import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import type { OperationName } from '../../client/contract/operations';
import { assumed } from '../dialects/dialects';
import { underFault } from '../faults/fault-effects';
import { pause } from '../faults/pause';
import { ApiError, errorBody } from '../http/api-error';
import type { ApiResponse } from '../http/request-and-response';
import type { SimulatedPlatform } from '../platform/platform';

export type SandboxApp = Hono<{ Bindings: HttpBindings }>;

export type SandboxContext = Context<{ Bindings: HttpBindings }>;

/** Executes a request. An `ApiError` that it throws becomes the response. */
export type RequestHandler = (context: SandboxContext) => ApiResponse | Promise<ApiResponse>;

/** Logs each request, waits the latency, applies a fault, executes it and responds. */
export function pipeline(
  platform: SimulatedPlatform,
  operation: OperationName | undefined,
  perform: RequestHandler,
) {
  return async (context: SandboxContext): Promise<Response> => {
    const { method, path } = context.req;
    const idempotencyKey = context.req.header('idempotency-key');
    const finish = platform.requests.begin({ operation, method, path, idempotencyKey });
    if (platform.latency.milliseconds > 0)
      await pause(platform.latency.milliseconds, platform.closing.signal);
    const fault = platform.faults.take({ operation, method, id: context.req.param('id') ?? '' });
    const requestId = platform.identifiers.identifier('req');
    const answer = () => respond(platform, perform, context, requestId);
    const outcome =
      fault === undefined ? await answer() : await underFault(fault, requestId, answer, leaving(context));
    finish(outcome?.status, fault?.fault.effect.kind);
    if (outcome !== undefined) return send(platform, context.env, outcome, requestId);
    // The client sees a lost connection.
    context.env.incoming.socket.resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  };
}

/** Handles a request to a control: without log, fault, latency or dialect. */
export function controlPipeline(platform: SimulatedPlatform, perform: RequestHandler) {
  return async (context: SandboxContext): Promise<Response> => {
    const requestId = platform.identifiers.identifier('req');
    const answer = await respond({ ...platform, dialect: assumed }, perform, context, requestId);
    return send(platform, context.env, answer, requestId);
  };
}

/** Returns the response, or the error as one. */
async function respond(
  { log, closing, dialect }: SimulatedPlatform,
  perform: RequestHandler,
  context: SandboxContext,
  requestId: string,
): Promise<ApiResponse> {
  const refused = (error: ApiError): ApiResponse => {
    const { status, headers } = error;
    if (!dialect.explainsErrors) return { status, headers, body: undefined };
    const type = { 'content-type': 'application/json' };
    return { status, headers: { ...type, ...headers }, body: errorBody(error, requestId) };
  };
  try {
    if (closing.signal.aborted) throw new ApiError(503, 'closing', 'The sandbox is closing.');
    return await perform(context);
  } catch (error) {
    if (error instanceof ApiError) return refused(error);
    // The stack contains file names of the sandbox, and no content of the request.
    log(`request ${requestId} failed: ${error instanceof Error ? error.stack : 'unknown error'}`);
    return refused(new ApiError(500, 'internal_error', 'The sandbox failed. See its log.'));
  }
}

/** Returns a signal that aborts when the client disconnects. */
function leaving({ env }: SandboxContext): AbortSignal {
  const left = new AbortController();
  env.outgoing.once('close', () => left.abort());
  return left.signal;
}

/** Writes to Node.js's response directly: a web Response would convert the body to a stream, at twice the cost. */
function send(
  { now }: SimulatedPlatform,
  { outgoing }: HttpBindings,
  { status, headers, body }: ApiResponse,
  requestId: string,
): Response {
  const date = new Date(now()).toUTCString();
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  outgoing.writeHead(status, { date, ...headers, 'x-request-id': requestId, ...length }).end(body);
  return RESPONSE_ALREADY_SENT;
}
