import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { contract } from '../client/contract';
import { ApiError } from './api-error';
import { authenticate, authorize } from './authorization';
import type { SandboxControls } from './controls';
import type { ApiOperation, ApiRequest, OperationHandler } from './exchange';
import { directly, type Perform, pipeline } from './pipeline';
import type { Platform } from './platform';
import { readBody } from './request-body';
import { apiKeyOperations } from './routes/api-keys';
import { flip, switches } from './routes/switches';
import { tenantOperations } from './routes/tenants';
import { webhookOperations } from './routes/webhooks';

export type SandboxApp = Hono<{ Bindings: HttpBindings }>;

/** The platform's HTTP side. Paths come from the client's contract, so both follow it when it changes. */
export function buildApp(platform: Platform, controls: SandboxControls): SandboxApp {
  const app: SandboxApp = new Hono();
  const way = pipeline(platform);
  app.use(async ({ env, req }, next) => {
    if (!isOwnHost(req.header('host'), env.incoming.socket.localPort)) {
      return Response.json(
        { error: { code: 'misdirected', message: 'This host name is not the sandbox.' } },
        { status: 421 },
      );
    }
    return next();
  });
  registerOperations(app, platform);
  for (const [name, act] of Object.entries(switches(controls))) {
    const [method = '', path = ''] = name.split(' ');
    app.on(
      method,
      path,
      directly(platform, context => flip(platform, context, act)),
    );
  }
  app.notFound(
    way(undefined, () => {
      throw new ApiError(404, 'not_found', 'The API has no such path.');
    }),
  );
  return app;
}

function registerOperations(app: SandboxApp, platform: Platform): void {
  const way = pipeline(platform);
  const handlers: Record<ApiOperation, OperationHandler> = {
    ...webhookOperations(platform),
    ...apiKeyOperations(platform),
    ...tenantOperations(platform),
  };
  const methodsByPath = new Map<string, string[]>();
  for (const operation of apiOperations(handlers)) {
    const { method, path } = contract[operation];
    const route = path.replace('{id}', ':id');
    methodsByPath.set(route, [...(methodsByPath.get(route) ?? []), method]);
    app.on(method, route, way(operation, authenticated(platform, operation, handlers[operation])));
  }
  for (const [route, methods] of methodsByPath) app.all(route, way(undefined, methodNotAllowed(methods)));
}

function apiOperations(handlers: Record<ApiOperation, OperationHandler>): ApiOperation[] {
  const isHandled = (name: string): name is ApiOperation => Object.hasOwn(handlers, name);
  return Object.keys(contract).filter(isHandled);
}

/** Authentication first (paragraph 5.3), then scopes, then the request itself. */
function authenticated(platform: Platform, operation: ApiOperation, handler: OperationHandler): Perform {
  return async ({ req, env }) => {
    const caller = authenticate(req.header('authorization'), platform.store, () => undefined);
    authorize(caller, operation);
    const { method } = contract[operation];
    const body = method === 'POST' || method === 'PATCH' ? await readBody(env.incoming) : '';
    const request: ApiRequest = { id: req.param('id') ?? '', query: req.query(), body, caller };
    const idempotencyKey = req.header('idempotency-key');
    if (method !== 'POST' || idempotencyKey === undefined) return handler(request);
    return platform.idempotentAnswers.once(caller.id, operation, idempotencyKey, body, () =>
      handler(request),
    );
  };
}

function methodNotAllowed(methods: readonly string[]): Perform {
  return () => {
    const message = `This path takes ${methods.join(', ')}.`;
    throw new ApiError(405, 'method_not_allowed', message, {}, { allow: methods.join(', ') });
  };
}

/** Another name in the Host header is a page of some site whose DNS points here (DNS rebinding). */
function isOwnHost(host: string | undefined, port: number | undefined): boolean {
  const name = host?.toLowerCase();
  return ['127.0.0.1', 'localhost', '[::1]'].some(
    own => name === `${own}:${port}` || (port === 80 && name === own),
  );
}
