import { createClient, systemClock } from '../../../src/client';
import {
  createAuthorizationServer,
  createLoginStore,
  loginCredential,
} from '../../../src/client/oauth/login';

/** One of several processes with the same login, which make a call each. Arguments: base address, client identifier. */
async function main([url = '', clientId = '']: readonly string[]): Promise<void> {
  const identity = { authUrl: url, clientId };
  const server = createAuthorizationServer(identity, systemClock);
  const store = createLoginStore(process.env);
  const credential = loginCredential({ identity, store, refresh: server.refresh, clock: systemClock });
  const client = createClient({ baseUrl: url, credential, maxRetries: 0 });
  await client.tenants.list();
  await client.close();
  await server.close();
}

void main(process.argv.slice(2));
