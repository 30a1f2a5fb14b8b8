import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** Starts a server on a free port of this machine. `close` ends its connections, too. */
export async function startLoopbackServer(listener: RequestListener) {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port.');
  const close = async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}
