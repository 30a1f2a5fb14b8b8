import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parsed } from '../constructs/addresses/address';

/** Leaves time to find a password. */
const timeoutMilliseconds = 10 * 60_000;

/** At a free port of this machine (RFC 8252, 7.3). @param redirect for a server that compares it whole */
export async function awaitCallback(redirect?: string) {
  const { hostname, port: wanted } = new URL(redirect ?? 'http://127.0.0.1:0');
  const server = createServer();
  // This name has two addresses, and a browser takes either. A URL omits the port 80.
  const hosts = hostname === 'localhost' ? ['127.0.0.1', '::1'] : [hostname.replace(/[[\]]/g, '')];
  const others = hosts.slice(1).map(() => createServer((...exchange) => server.emit('request', ...exchange)));
  const servers = [server, ...others];
  const close = () => {
    for (const each of servers) {
      each.close();
      each.closeAllConnections();
    }
  };
  try {
    for (const [at, each] of servers.entries()) await listening(each, Number(wanted || 80), hosts[at]);
  } catch (error) {
    // An open server keeps the process running.
    close();
    throw error;
  }
  // Only a pipe has an address of another type.
  const { port } = server.address() as AddressInfo;
  const redirectUri = redirect ?? `http://127.0.0.1:${port}/callback`;
  return {
    redirectUri,
    complete: <Result>(state: string, finish: (address: URL) => Promise<Result>) =>
      complete(server, new URL(`${redirectUri}?${new URLSearchParams({ state })}`), finish),
    close,
  };
}

/** A machine without IPv6 has no ::1. */
async function listening(server: Server, port: number, host: string | undefined): Promise<void> {
  await once(server.listen(port, host), 'listening').catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL';
    if (!isMissing || host !== '::1') throw error;
  });
}

/**
 * Waits for the redirect with this login's state, and responds after `finish` has ended. A request with another
 * state is refused, since any web page could send one, and the wait continues. `finish` runs once: browsers
 * reload and prefetch, and a second exchange of the code would end the login.
 */
function complete<Result>(
  server: Server,
  expected: URL,
  finish: (address: URL) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(
      () => reject(new Error('The browser did not return within 10 minutes. Log in again.')),
      timeoutMilliseconds,
    );
    let isTaken = false;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const address = callbackOf(request, expected);
      if (address === undefined) {
        answer(response, 400, 'This request does not belong to the login in progress.');
        return;
      }
      if (isTaken) {
        answer(response, 200, 'This login is already complete. See the terminal for its result.');
        return;
      }
      isTaken = true;
      clearTimeout(deadline);
      finish(address).then(
        result =>
          answer(response, 200, 'You are logged in. You may close this window.', () => resolve(result)),
        (error: unknown) =>
          answer(response, 400, 'The login failed. See the terminal for the reason.', () => reject(error)),
      );
    });
  });
}

/** Returns the redirect's address if it belongs to this login. A foreign host would come from DNS rebinding. */
function callbackOf(request: IncomingMessage, expected: URL): URL | undefined {
  if (request.method !== 'GET' || request.headers.host !== expected.host) return undefined;
  const address = parsed(request.url ?? '', expected.href);
  if (address === undefined) return undefined;
  const isOurs = address.origin === expected.origin && address.pathname === expected.pathname;
  const isThis = address.searchParams.get('state') === expected.searchParams.get('state');
  return isOurs && isThis ? address : undefined;
}

/** Responds with plain text only: scripts or links could leak the code in the page's address. */
function answer(response: ServerResponse, status: number, text: string, sent: () => void = () => {}): void {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  };
  // `close`, not `finish`: otherwise the command would wait for a browser that has disconnected.
  response.once('close', sent);
  response.writeHead(status, headers).end(`${text}\n`);
}
