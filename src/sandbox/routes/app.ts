import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { isLoopback } from '../../constructs/addresses/address';
import { ApiError, errorBody } from '../http/api-error';
import type { SandboxControls } from '../platform/controls';
import type { SimulatedPlatform } from '../platform/platform';
import { controlRoutes, handleControl } from './control-routes';
import { serveOperations } from './operations';
import { controlPipeline, pipeline, type SandboxApp } from './pipeline';

/** Builds the platform's HTTP routes. Paths come from the client's contract, so both follow its changes. */
export function buildApp(platform: SimulatedPlatform, controls: SandboxControls): SandboxApp {
  const app: SandboxApp = new Hono();
  app.use(ownHostOnly(platform));
  serveOperations(app, platform);
  for (const [name, act] of Object.entries(controlRoutes(controls, platform))) {
    const [method = '', path = ''] = name.split(' ');
    const serve = controlPipeline(platform, context => handleControl(platform, context, act));
    app.on(method, path, serve);
  }
  const nowhere = () => {
    throw new ApiError(404, 'not_found', 'The API has no such path.');
  };
  app.notFound(pipeline(platform, undefined, nowhere));
  return app;
}

/** Refuses foreign Host headers: they come from a website whose DNS name points here (DNS rebinding). */
function ownHostOnly({ identifiers }: SimulatedPlatform): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async ({ env, req }, next) => {
    const [, host = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(req.header('host') ?? '') ?? [];
    if (isLoopback(host) && Number(port) === env.incoming.socket.localPort) return next();
    const error = new ApiError(421, 'misdirected', 'The Host header names another host than the sandbox.');
    const headers = { 'content-type': 'application/json' };
    return new Response(errorBody(error, identifiers.identifier('req')), { status: 421, headers });
  };
}
