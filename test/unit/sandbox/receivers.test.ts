import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Receivers, type Resolve } from '../../../src/sandbox/deliveries/receivers';
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

function receivers(resolve?: Resolve, anywhere = false): Receivers {
  const made = new Receivers({ anywhere, timeoutSeconds: 60, ...(resolve === undefined ? {} : { resolve }) });
  onTestFinished(() => made.stop());
  return made;
}

const post = (url: string, by: Receivers = receivers()) => by.post(url, { 'x-a': 'b' }, '{}');

/** Answers a name with one list of addresses after the other. */
function resolving(...answers: readonly (readonly LookupAddress[])[]) {
  const asked: string[] = [];
  const resolve: Resolve = (name, answer) => {
    asked.push(name);
    answer(null, answers[Math.min(asked.length, answers.length) - 1] ?? []);
  };
  return { asked, resolve };
}

const here = { address: '127.0.0.1', family: 4 };
const elsewhere = { address: '203.0.113.7', family: 4 };

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
    ['http://[2001:db8::7]/', '2001:db8::7 is not this machine'],
    ['http://[::ffff:203.0.113.7]/', '::ffff:cb00:7107 is not this machine'],
    ['http://0.0.0.0:9/', '0.0.0.0 is not this machine'],
  ])('%s is refused without a connection', async (url, words) => {
    const failure = `refused: ${words}. Deliveries leave this machine only with --deliver-anywhere (deliverAnywhere)`;
    expect(await post(url)).toEqual({ failure });
  });

  it.each([
    ['elsewhere', [elsewhere], 'hooks.test is 203.0.113.7, which is not this machine'],
    ['nowhere', [], 'hooks.test is not known to be this machine (no address)'],
  ])('a name that resolves %s is refused', async (_, addresses, words) => {
    const { failure } = await post('https://hooks.test/', receivers(resolving(addresses).resolve));
    expect(failure).toContain(`refused: ${words}. Deliveries`);
  });

  it('of the addresses of a name, those of this machine are tried alone', async () => {
    const { port, reached } = await receiverAt('127.0.0.1');
    const { resolve } = resolving(['127.1.2.3', '0.0.0.0'].map(address => ({ address, family: 4 })));
    const { failure } = await post(`http://hooks.test:${port}/`, receivers(resolve));
    expect([failure, reached]).toEqual(['ECONNREFUSED', []]);
  });

  it('a name that changes between two deliveries is looked up for each, once (DNS rebinding)', async () => {
    const { port, reached } = await receiverAt('127.0.0.1');
    const { asked, resolve } = resolving([elsewhere, here], [elsewhere]);
    const by = receivers(resolve);
    expect(await post(`http://hooks.test:${port}/`, by)).toEqual({ status: 200 });
    expect(asked).toHaveLength(1);
    const { failure } = await post(`http://hooks.test:${port}/`, by);
    expect(failure).toContain('refused: hooks.test is 203.0.113.7');
    expect(reached).toHaveLength(1);
  });

  it('any address is tried if the options allow it', async () => {
    const { port } = await receiverAt('127.0.0.1');
    expect((await post('http://0.0.0.0:1/', receivers(undefined, true))).failure).not.toContain('refused:');
    expect(await post(`http://localhost:${port}/`, receivers(resolving([elsewhere]).resolve, true))).toEqual({
      status: 200,
    });
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
