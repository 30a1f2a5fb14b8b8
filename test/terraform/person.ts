import { tmpdir } from 'node:os';
import { temporaryFolder } from '../../scripts/package/temporary-folder';
import { systemClock } from '../../src/client';
import { createAuthorizationServer, createLoginStore } from '../../src/client/oauth/login';
import { scenario } from '../harness/scenario';

const clientId = 'test-application';

/** A person with a configuration folder of their own, in an environment without an API key. */
export async function person(environment: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder(tmpdir(), 'svc-person-');
  const s = await scenario({ environment: { ...environment, SVC_API_KEY: '', XDG_CONFIG_HOME: home } });
  const { url } = s.platform;
  const provide = (settings: string) =>
    s.workspace.write(
      'provider.tf',
      `terraform {\n  required_providers {\n    svc = { source = "svc/svc" }\n  }\n}
provider "svc" {\n${settings}\n}\n`,
    );
  const oauth = `oauth = { auth_url = "${url}", client_id = "${clientId}" }`;
  await provide(oauth);
  await s.plantSecret('signing');
  const identity = { authUrl: url, clientId };
  const store = createLoginStore({ XDG_CONFIG_HOME: home });
  const tokens = new Set<string>();
  const remember = async () => {
    const login = await store.find(identity);
    for (const token of [login?.accessToken, login?.refreshToken]) if (token) tokens.add(token);
  };
  const logIn = async (scope = 'tenants:read webhooks:manage') => {
    const server = createAuthorizationServer(identity, systemClock);
    const pending = await server.begin('http://127.0.0.1:49152/callback', scope);
    const page = await fetch(pending.url, { redirect: 'manual' });
    const granted = await server.finish(pending, new URL(page.headers.get('location') ?? ''));
    await store.update(identity, async () => ({ ...identity, ...granted }));
    await server.close();
    await remember();
  };
  return { s, home, provide, oauth, logIn, remember, tokens };
}
