import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listening } from './listening';

/**
 * A real proxy on loopback. It opens tunnels for clients with the password and responds with 407 to others. Every name
 * leads to this machine, since clients do not use a proxy for loopback names.
 */
export async function startLoopbackProxy(password: string) {
  /** `host:port` of each. */
  const tunnels: string[] = [];
  /** Requests in absolute form, which would show the platform's credential to the proxy. */
  const plainRequests: string[] = [];
  const expected = `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
  const server = createServer((request, response) => {
    plainRequests.push(request.url ?? '');
    response.writeHead(501).end();
  });
  server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (request.headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n');
      return;
    }
    tunnels.push(request.url ?? '');
    const [, port = ''] = /:(\d+)$/.exec(request.url ?? '') ?? [];
    const onward = connect(Number(port), 'localhost', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    socket.on('close', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  const url = `http://user:${encodeURIComponent(password)}@127.0.0.1:${await listening(server)}`;
  return { url, password, tunnels, plainRequests };
}
