import { setTimeout as delay } from 'node:timers/promises';
import { createClient, systemClock, Unauthorized } from '../../../src/client';
import {
  createAuthorizationServer,
  createLoginStore,
  loginCredential,
} from '../../../src/client/oauth/login';

/** One of many processes that work with the same login. Arguments: base address, client identifier, calls to make. */
async function main([url = '', clientId = '', calls = '1']: readonly string[]): Promise<void> {
  const identity = { authUrl: url, clientId };
  const server = createAuthorizationServer(identity, systemClock);
  const store = createLoginStore(process.env);
  const credential = loginCredential({ identity, store, refresh: server.refresh, clock: systemClock });
  const client = createClient({ baseUrl: url, credential, maxRetries: 0 });
  for (let call = 0; call < Number(calls); call += 1) {
    await Promise.all([patiently(() => client.tenants.list()), patiently(() => client.webhooks.list())]);
    await delay(50);
  }
  await client.close();
  await server.close();
}

/** The test lets tokens expire every moment, so that on a slow machine one may go twice within a call. */
async function patiently(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error;
    await patiently(call);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
