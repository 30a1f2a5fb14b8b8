import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Clock, createClient, systemClock } from '../../../src/client';
import {
  createAuthorizationServer,
  createLoginStore,
  loginCredential,
  type PendingLogin,
} from '../../../src/client/oauth/login';
import { startSandbox } from '../../../src/sandbox';

export const clientId = 'test-application';
export const scope = 'tenants:read webhooks:manage';
export const redirectUri = 'http://127.0.0.1:49152/callback';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-login-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What the person's browser does: opens the page, consents, and is sent back. */
export async function consent({ url }: Pick<PendingLogin, 'url'>): Promise<URL> {
  const page = await fetch(url, { redirect: 'manual' });
  return new URL(page.headers.get('location') ?? '');
}

/** A sandbox with an authorization server, and a person's empty configuration folder. */
export async function loginScene({ clock = systemClock }: { clock?: Clock } = {}) {
  const sandbox = await startSandbox();
  const environment = { XDG_CONFIG_HOME: await temporaryFolder() };
  onTestFinished(() => sandbox.close());
  const identity = { authUrl: sandbox.url, clientId };
  const server = createAuthorizationServer(identity, clock);
  onTestFinished(() => server.close());
  const store = createLoginStore(environment);
  const logIn = async () => {
    const pending = await server.begin(redirectUri, scope);
    const tokens = await server.finish(pending, await consent(pending));
    return store.update(identity, async () => ({ ...identity, ...tokens }));
  };
  const credential = () => loginCredential({ identity, store, refresh: server.refresh, clock });
  const client = () => {
    const made = createClient({ baseUrl: sandbox.url, credential: credential(), maxRetries: 0, clock });
    onTestFinished(() => made.close());
    return made;
  };
  const tokenRequests = () => sandbox.controls.requests.count('oauth.token');
  return { sandbox, environment, identity, server, store, logIn, credential, client, tokenRequests };
}

/** The error of a call, with everything that a logger could print of it. */
export async function failureOf(call: Promise<unknown>): Promise<{ error: Error; printed: string }> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error('the call should have failed');
  return { error, printed: `${error.stack} ${JSON.stringify(error)} ${error.cause ?? ''}` };
}
