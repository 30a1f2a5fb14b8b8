import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Receivers } from '../../../src/sandbox/deliveries/receivers';
import { listening } from '../../harness/servers/listening';

/** A receiver at an address of this machine; how often it was reached. */
async function receiverAt(address: string, headers: { readonly location?: string } = {}) {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(`${request.method} ${request.headers['x-a']}`);
    response.writeHead(headers.location === undefined ? 200 : 307, headers).end();
  });
  return { port: await listening(server, address), reached };
}

function post(url: string, anywhere = false) {
  const receivers = new Receivers({ anywhere, timeoutSeconds: 60 });
  onTestFinished(() => receivers.stop());
  return receivers.post(url, { 'x-a': 'b' }, '{}');
}

describe('a delivery leaves this machine only if the options allow it', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.1.2.3', '127.1.2.3'],
    ['::1', '[0:0:0:0:0:0:0:1]'],
    ['127.0.0.1', 'localhost'],
  ])('a receiver at %s is reached as %s', async (address, host) => {
    const { port, reached } = await receiverAt(address);
    expect(await post(`http://${host}:${port}/`)).toEqual({ status: 200 });
    expect(reached).toEqual(['POST b']);
  });

  it.each([
    ['https://203.0.113.7/', '203.0.113.7 is not this machine'],
    ['http://[2001:db8::7]/', '[2001:db8::7] is not this machine'],
    ['http://[::ffff:203.0.113.7]/', '[::ffff:cb00:7107] is not this machine'],
    ['http://0.0.0.0:9/', '0.0.0.0 is not this machine'],
    ['https://hooks.test/', 'hooks.test is not this machine'],
    ['http://127.0.0.1.hooks.test/', '127.0.0.1.hooks.test is not this machine'],
    ['http://hooks.localhost/', 'hooks.localhost is not this machine'],
  ])('%s is refused without a connection', async (url, words) => {
    const failure = `refused: ${words}. Deliveries leave it only with --deliver-anywhere (deliverAnywhere)`;
    expect(await post(url)).toEqual({ failure });
  });

  it('a failure is the connection’s code', async () => {
    const { port } = await receiverAt('127.0.0.1');
    expect(await post(`http://127.1.2.3:${port}/`)).toEqual({ failure: 'ECONNREFUSED' });
  });

  it('any address is tried if the options allow it', async () => {
    const { port } = await receiverAt('127.0.0.1');
    expect(await post(`http://0.0.0.0:${port}/`, true)).toEqual({ status: 200 });
  });

  it('a redirect is the receiver’s answer and is not followed, not even on this machine', async () => {
    const target = await receiverAt('127.0.0.1');
    const { port } = await receiverAt('127.0.0.1', { location: `http://127.0.0.1:${target.port}/` });
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 307 });
    expect(target.reached).toEqual([]);
  });

  it('a receiver that switches protocols has not answered', async () => {
    const switched = { connection: 'upgrade', upgrade: 'other' };
    const server = createServer((_, response) => response.writeHead(101, switched).end());
    expect(await post(`http://127.0.0.1:${await listening(server)}/`)).toEqual({ failure: 'no response' });
  });
});
