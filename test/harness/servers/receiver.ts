import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from './listening';

export const right = (body: string | Buffer, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Returns a status, or nothing to end the connection without an answer. */
export type Receives = (body: Buffer, header?: string) => number | undefined | Promise<number | undefined>;

/** A customer's server, with the deliveries that it has got. The names of headers are as the wire has them. */
export async function receiver(receives: Receives) {
  const got: { body: string; header: string | undefined; names: readonly string[] }[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const header = request.headers['x-svc-signature-256']?.toString();
    got.push({ body: body.toString(), header, names: request.rawHeaders });
    const status = await Promise.resolve()
      .then(() => receives(body, header))
      .catch(() => undefined);
    if (status === undefined) response.destroy();
    else response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
  });
  return { url: `http://127.0.0.1:${await listening(server)}/hook-token`, got };
}
