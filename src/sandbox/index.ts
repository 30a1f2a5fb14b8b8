import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Dialect } from './dialects/dialects';
import { buildControls, type SandboxControls } from './platform/controls';
import type { SandboxOptions } from './platform/options';
import { buildPlatform, type SimulatedPlatform } from './platform/platform';
import { buildApp } from './routes/app';

export { signatureOf as signature } from '../client/contract/signature';
export type { Delivery, DeliveryAttempt, EmittedEvent, EventRequest } from './deliveries/delivery-record';
export type { Dialect, DialectName } from './dialects/dialects';
export type { Fault, FaultEffect, FaultHandle } from './faults/faults';
export type { RecordedRequest } from './http/request-log';
export type { SandboxControls } from './platform/controls';
export type { SandboxOptions } from './platform/options';
export type { Seed } from './platform/seed';

export interface Sandbox {
  /** Base address of the API and of the authorization server, without a trailing slash. */
  readonly url: string;
  /** An unrestricted key, which is in no list. New for each start. */
  readonly key: string;
  /** How it differs from our reading of the platform's document. */
  readonly dialect: Dialect;
  readonly controls: SandboxControls;
  /** Stops listening and drops connections. All data is gone. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox of the platform on this machine: tenants, webhook endpoints, API keys, signed deliveries, and
 * faults. It listens on 127.0.0.1 only.
 *
 * @throws {Error} if the port is in use or not allowed
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const platform = buildPlatform(options);
  const controls = buildControls(platform);
  const app = buildApp(platform, controls);
  // Without this option, the global Request and Response of the caller's process would be replaced.
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    key: platform.store.rootKey,
    dialect: platform.dialect,
    controls,
    close: () => close(server, platform),
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: Error) => Promise.reject(startError(error, port)));
  // Only a pipe has an address of another type.
  return (server.address() as AddressInfo).port;
}

function startError(error: Error, port: number): Error {
  const code = 'code' in error ? String(error.code) : error.message;
  if (code === 'EADDRINUSE') {
    return new Error(`Port ${port} on 127.0.0.1 is taken. Name another, or 0 for a free one.`);
  }
  return new Error(`The sandbox cannot listen on 127.0.0.1:${port} (${code}).`);
}

async function close(server: Server, { faults, deliveries, closing }: SimulatedPlatform): Promise<void> {
  closing.abort();
  faults.clear();
  deliveries.clear();
  server.closeAllConnections();
  await once(server.close(), 'close');
}
