import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { post } from '../../../src/sandbox/deliveries/receivers';
import { listening } from '../../harness/servers/listening';

/** The port of a receiver on this machine, which redirects if it is told where to. */
function receiverAt(address: string, location?: string) {
  const server = createServer((_, response) => {
    if (location !== undefined) response.setHeader('location', location);
    response.writeHead(location === undefined ? 200 : 307).end();
  });
  return listening(server, address);
}

const { signal: stopped } = new AbortController();
const delivered = (url: string, anywhere = false) =>
  post(url, {}, '{}', { anywhere, timeoutSeconds: 60, stopped });

it('a delivery reaches this machine by IPv6, too, and every address if the options allow it', async () => {
  expect(await delivered(`http://[::1]:${await receiverAt('::1')}/`)).toEqual({ status: 200 });
  const everywhere = `http://0.0.0.0:${await receiverAt('127.0.0.1')}/`;
  expect(await delivered(everywhere, true)).toEqual({ status: 200 });
});

// Which hosts are of this machine is shown for the client, which asks the same function.
it.each(['203.0.113.7', 'hooks.test', '127.0.0.1.hooks.test'])('%s gets no connection', async host => {
  const words = `${host} is not this machine. Deliveries leave it only with --deliver-anywhere (deliverAnywhere)`;
  expect(await delivered(`https://${host}/`)).toEqual({ failure: `refused: ${words}` });
});

it('a redirect is the receiver’s answer and is not followed, not even on this machine', async () => {
  const target = await receiverAt('127.0.0.1');
  const port = await receiverAt('127.0.0.1', `http://127.0.0.1:${target}/`);
  expect(await delivered(`http://127.0.0.1:${port}/`)).toEqual({ status: 307 });
});
