import { text } from 'node:stream/consumers';
import { contract, isOperationName, type OperationName } from '../../client/contract/operations';
import { ApiError } from '../http/api-error';
import { answeredOnce } from '../http/idempotency';
import type { ApiRequest, OperationHandler } from '../http/request-and-response';
import type { SimulatedPlatform } from '../platform/platform';
import { authenticate, authorize } from './authorization';
import { collectionOperations } from './collections';
import { authorizePage, tokenEndpoint } from './oauth';
import { pipeline, type RequestHandler, type SandboxApp } from './pipeline';

/** Serves every operation of the contract at its path and method. */
export function serveOperations(app: SandboxApp, platform: SimulatedPlatform): void {
  const methodsByPath = new Map<string, string[]>();
  for (const [operation, perform] of requestHandlers(platform)) {
    const { method, path } = contract[operation];
    const route = path.replace('{id}', ':id');
    methodsByPath.set(route, [...(methodsByPath.get(route) ?? []), method]);
    app.on(method, route, pipeline(platform, operation, perform));
  }
  for (const [route, methods] of methodsByPath)
    app.all(route, pipeline(platform, undefined, methodNotAllowed(methods)));
}

function requestHandlers(platform: SimulatedPlatform): Map<OperationName, RequestHandler> {
  const requestHandlers = new Map<OperationName, RequestHandler>([
    ['oauth.authorize', authorizePage(platform.authorizationServer)],
    ['oauth.token', tokenEndpoint(platform.authorizationServer)],
  ]);
  for (const [name, objects] of platform.store.collections) {
    for (const [verb, handler] of Object.entries(collectionOperations(platform, objects))) {
      const operation = `${name}.${verb}`;
      // The contract says which operations a collection has.
      if (isOperationName(operation))
        requestHandlers.set(operation, authenticated(platform, operation, handler));
    }
  }
  return requestHandlers;
}

/** Checks authentication first (paragraph 5.3), then scopes, then the request. */
function authenticated(
  platform: SimulatedPlatform,
  operation: OperationName,
  handler: OperationHandler,
): RequestHandler {
  return async ({ req, env }) => {
    const caller = authenticate(req.header('authorization'), platform);
    authorize(caller, operation);
    const { method } = contract[operation];
    const hasBody = method === 'POST' || method === 'PATCH';
    const body = hasBody ? await text(env.incoming) : '';
    const request: ApiRequest = { id: req.param('id') ?? '', query: req.query(), body };
    const key = req.header('idempotency-key');
    const isKeyed = method === 'POST' && platform.dialect.idempotency === 'honoured';
    if (!isKeyed || key === undefined) return handler(request);
    const slot = JSON.stringify([caller.id, operation, key]);
    return answeredOnce(platform.idempotentResponses, slot, body, () => handler(request));
  };
}

function methodNotAllowed(methods: readonly string[]): RequestHandler {
  return () => {
    const message = `This path supports only ${methods.join(', ')}.`;
    throw new ApiError(405, 'method_not_allowed', message, {}, { allow: methods.join(', ') });
  };
}
