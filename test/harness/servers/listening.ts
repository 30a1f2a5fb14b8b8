import type { Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server on a free port of this machine, and returns the port. The end of the test closes it and its connections. */
export async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', socket => open.add(socket));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise(resolve => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port.');
  return address.port;
}
