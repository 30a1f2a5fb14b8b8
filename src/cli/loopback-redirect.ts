import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Where the browser comes back to: a free port of this machine, as RFC 8252 (7.3) wants it. */
export interface LoopbackRedirect {
  readonly redirectUri: string;
  /**
   * Waits for the browser with this login's state, and answers it when `finish` is done. Requests with another
   * state are turned away and waited past: any page could send one. `finish` runs once: browsers reload and prefetch,
   * and a code that is exchanged twice ends the login.
   */
  settle<Result>(state: string, finish: (address: URL) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** A person may have to find a password first. */
const patienceMilliseconds = 10 * 60_000;

export async function awaitCallback(): Promise<LoopbackRedirect> {
  const server = createServer();
  const redirectUri = `http://127.0.0.1:${await listen(server)}/callback`;
  return {
    redirectUri,
    settle: (state, finish) => settle(server, { redirectUri, state }, finish),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
    });
  });
}

function settle<Result>(
  server: Server,
  expected: { readonly redirectUri: string; readonly state: string },
  finish: (address: URL) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(
      () => reject(new Error('Nobody came back from the browser within 10 minutes. Log in again.')),
      patienceMilliseconds,
    );
    let isTaken = false;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const address = callbackOf(request, expected);
      if (address === undefined) {
        answer(response, 400, 'This is not the answer to the login that is waited for.');
        return;
      }
      if (isTaken) {
        answer(response, 200, 'This login has been taken up already. The terminal says how it went.');
        return;
      }
      isTaken = true;
      clearTimeout(deadline);
      finish(address).then(
        result =>
          answer(response, 200, 'You are logged in. You may close this window.', () => resolve(result)),
        (error: unknown) =>
          answer(response, 400, 'The login failed. The terminal says why.', () => reject(error)),
      );
    });
  });
}

/** The callback's address, when it belongs to this login: another host in it would be a rebound name's. */
function callbackOf(
  request: IncomingMessage,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string },
): URL | undefined {
  const expected = new URL(redirectUri);
  if (request.method !== 'GET' || request.headers.host !== expected.host) return undefined;
  const target = request.url ?? '';
  if (!URL.canParse(target, redirectUri)) return undefined;
  const address = new URL(target, redirectUri);
  const isOurs = address.origin === expected.origin && address.pathname === expected.pathname;
  return isOurs && address.searchParams.get('state') === state ? address : undefined;
}

/** Without scripts, references or the request's words, so that nothing of the code in its address goes anywhere. */
function answer(response: ServerResponse, status: number, text: string, sent: () => void = () => {}): void {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  };
  // `close`, not `finish`: a browser that went away must not keep the command waiting.
  response.once('close', sent);
  response.writeHead(status, headers).end(`${text}\n`);
}
