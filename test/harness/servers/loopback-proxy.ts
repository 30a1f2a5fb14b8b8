import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface LoopbackProxy {
  /** Address with user name and password. */
  readonly url: string;
  readonly password: string;
  /** `host:port` of each requested tunnel. */
  readonly tunnels: readonly string[];
  /** Requests in absolute form, which would show the platform's credential to the proxy. */
  readonly plainRequests: readonly string[];
  close(): Promise<void>;
}

/** A real proxy on loopback. It opens tunnels for clients with the password and responds with 407 to others. */
export async function startLoopbackProxy(password: string): Promise<LoopbackProxy> {
  const tunnels: string[] = [];
  const plainRequests: string[] = [];
  const open = new Set<Socket>();
  const expected = `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
  const server = createServer((request, response) => {
    plainRequests.push(request.url ?? '');
    response.writeHead(501).end();
  });
  server.on('connection', socket => open.add(socket));
  server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (request.headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n');
      return;
    }
    tunnels.push(request.url ?? '');
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(request.url ?? '') ?? [];
    const onward = connect(Number(port), host.replace(/[[\]]/g, ''), () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    open.add(onward);
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://user:${encodeURIComponent(password)}@127.0.0.1:${portOf(server.address())}`,
    password,
    tunnels,
    plainRequests,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise<void>(resolve => server.close(() => resolve()));
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on no port');
  return address.port;
}
