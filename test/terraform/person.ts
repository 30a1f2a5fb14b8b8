import { tmpdir } from 'node:os';
import { temporaryFolder } from '../../scripts/package/temporary-folder';
import { createLoginStore } from '../../src/client/oauth/login';
import { scenario } from '../harness/scenario';
import { requiredProviders } from '../harness/terraform/provider-installation';
import {
  authorizationServer,
  clientId,
  consent,
  scope as ownScope,
  redirectUri,
} from '../unit/client/login-fixture';

/** A person with a configuration folder of their own, in an environment without an API key. */
export async function person(environment: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder(tmpdir(), 'svc-person-');
  const s = await scenario({ environment: { ...environment, SVC_API_KEY: '', XDG_CONFIG_HOME: home } });
  const { url } = s.platform;
  const provide = (settings: string) =>
    s.workspace.write('provider.tf', `${requiredProviders}provider "svc" {\n${settings}\n}\n`);
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
  const logIn = async (scope = ownScope) => {
    const server = authorizationServer(url);
    const pending = await server.begin(redirectUri, scope);
    const granted = await server.finish(pending, await consent(pending));
    await store.update(identity, async () => ({ ...identity, ...granted }));
    await remember();
  };
  return { s, home, provide, oauth, logIn, remember, tokens };
}
