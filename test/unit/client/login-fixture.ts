import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createClient, systemClock } from '../../../src/client';
import {
  createAuthorizationServer,
  createLoginStore,
  loginCredential,
  type PendingLogin,
} from '../../../src/client/oauth/login';
import { aSandbox } from '../../harness/a-sandbox';

export const clientId = 'test-application';
export const scope = 'tenants:read webhooks:manage';
export const redirectUri = 'http://127.0.0.1:49152/callback';

/** The environment of a person without any configuration. */
export const emptyHome = () => ({ XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'svc-login-')) });

/** What the person's browser does: opens the page, consents, and is sent back. */
export async function consent({ url }: Pick<PendingLogin, 'url'>): Promise<URL> {
  const page = await fetch(url, { redirect: 'manual' });
  return new URL(page.headers.get('location') ?? '');
}

export const authorizationServer = (authUrl: string, timeoutSeconds = 20, clock = systemClock) =>
  createAuthorizationServer({ authUrl, clientId, timeoutSeconds }, clock);

/** A sandbox with an authorization server, and a person. */
export async function loginScene() {
  const sandbox = await aSandbox();
  const identity = { authUrl: sandbox.url, clientId };
  const server = authorizationServer(sandbox.url);
  const store = createLoginStore(emptyHome());
  const logIn = async () => {
    const pending = await server.begin(redirectUri, scope);
    const tokens = await server.finish(pending, await consent(pending));
    return store.update(identity, async () => ({ ...identity, ...tokens }));
  };
  const credential = loginCredential(identity, store, server.refresh, systemClock);
  const client = createClient({ baseUrl: sandbox.url, credential, maxRetries: 0 });
  onTestFinished(() => client.close());
  const tokenRequests = () => sandbox.controls.requests.count('oauth.token');
  return { sandbox, server, logIn, client, tokenRequests };
}
