import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ExchangeRequest, exchange } from '../../../src/client/http/exchange';
import { BodyBuffer } from '../../../src/client/http/response-body';
import { lost } from './outcomes';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

const ofCode = (code: string) => Object.assign(new Error('failed'), { code });

/** An exchange of 1000 ms whose connection does what the test says, step by step. */
function begun(method: ExchangeRequest['method'], signal?: AbortSignal) {
  const aborts: unknown[] = [];
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: reason => aborts.push(reason),
    pause: () => {},
    resume: () => {},
  };
  const sent: Dispatcher.DispatchOptions[] = [];
  let handler: Dispatcher.DispatchHandler = {};
  const connection = {
    dispatch(request: Dispatcher.DispatchOptions, given: Dispatcher.DispatchHandler) {
      sent.push(request);
      handler = given;
      return true;
    },
  };
  const limits = { timeoutMilliseconds: 1000, signal };
  const outcome = exchange(connection, { method, path: '/', headers: {} }, limits);
  const steps = {
    start: () => handler.onRequestStart?.(controller, {}),
    head: (status: number, headers = {}) => handler.onResponseStart?.(controller, status, headers),
    data: (bytes: string | Buffer) => handler.onResponseData?.(controller, Buffer.from(bytes)),
    end: () => handler.onResponseEnd?.(controller, {}),
    fail: (error: Error) => handler.onResponseError?.(controller, error),
    pass: (milliseconds: number) => void vi.advanceTimersByTime(milliseconds),
  };
  return { outcome, sent, aborts, ...steps };
}

type Step = (flow: ReturnType<typeof begun>) => void;
const start: Step = flow => flow.start();
const head: Step = flow => flow.head(200);
const hint: Step = flow => flow.head(103);
const end: Step = flow => flow.end();
const reset: Step = flow => flow.fail(ofCode('ECONNRESET'));
const wait: Step = flow => flow.pass(1000);

describe('an exchange', () => {
  it.each<[string, Step[], object]>([
    ['no connection', [reset], lost('connection', 'unsent', 'ECONNRESET')],
    ['a broken connection', [start, reset], lost('connection', 'sent', 'ECONNRESET')],
    ['an answer that breaks off', [start, head, reset], lost('connection', 'answering', 'ECONNRESET')],
    ['an early hint, and no answer', [start, hint, reset], lost('connection', 'sent', 'ECONNRESET')],
    ['no connection in time', [wait], lost('time-out', 'unsent', 'ETIMEDOUT')],
    ['no answer in time', [start, wait], lost('time-out', 'sent', 'ETIMEDOUT')],
    ['no complete answer in time', [start, head, wait], lost('time-out', 'answering', 'ETIMEDOUT')],
    ['an end without an answer', [start, end], lost('not http', 'sent', 'no response')],
    ['a second end', [start, reset, wait], lost('connection', 'sent', 'ECONNRESET')],
  ])('with %s has no response', async (_what, steps, expected) => {
    const flow = begun('GET');
    for (const step of steps) step(flow);
    expect(await flow.outcome).toEqual(expected);
    expect(flow.aborts).toHaveLength(steps.includes(start) ? 1 : 0);
  });

  it('asks for no encoding, and gives status, headers and body', async () => {
    const flow = begun('GET');
    flow.start();
    flow.pass(999);
    flow.head(207, { 'x-one': ['first', 'second'] });
    flow.data('{');
    flow.data('}');
    flow.end();
    flow.pass(1000);
    const answer = await flow.outcome;
    expect(answer).toMatchObject({ kind: 'response', status: 207, body: { text: '{}' } });
    if (answer.kind === 'response')
      expect([answer.header('x-one'), answer.header('x')]).toEqual(['first', undefined]);
    expect(flow.sent).toMatchObject([{ headers: { 'accept-encoding': 'identity' } }]);
    expect(flow.aborts).toEqual([]);
  });

  it('stops reading a body that is too long, and keeps the status', async () => {
    const flow = begun('GET');
    flow.start();
    flow.head(500);
    flow.data(Buffer.alloc(65_537));
    expect(await flow.outcome).toMatchObject({ status: 500, body: { fault: 'at most 8 MiB long' } });
    expect(flow.aborts).toHaveLength(1);
  });

  it.each([
    [ofCode('HPE_INVALID_CONSTANT'), 'not http', 'HPE_INVALID_CONSTANT'],
    [ofCode('UND_ERR_HEADERS_OVERFLOW'), 'not http', 'UND_ERR_HEADERS_OVERFLOW'],
    [ofCode('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'not http', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
    [ofCode('UND_ERR_DESTROYED'), 'cancelled', 'UND_ERR_DESTROYED'],
    [ofCode('UND_ERR_CLOSED'), 'cancelled', 'UND_ERR_CLOSED'],
    [ofCode('E'.repeat(61)), 'connection', 'E'.repeat(60)],
    [Object.assign(new Error(''), { name: 'HTTPParserError' }), 'not http', 'HTTPParserError'],
    [Object.assign(new Error(''), { code: 7 }), 'connection', 'Error'],
    [new Error('Proxy response (407) !== 200'), 'connection', 'the proxy answered 407'],
    [null, 'connection', 'unknown'],
    [{}, 'connection', 'unknown'],
  ] as const)('reads what a dispatch throws (%#): %s, %s', async (thrown, cause, code) => {
    const dispatch = () => {
      throw thrown;
    };
    const limits = { timeoutMilliseconds: 1000 };
    const outcome = await exchange({ dispatch }, { method: 'GET', path: '/', headers: {} }, limits);
    expect(outcome).toEqual(lost(cause, 'unsent', code));
  });
});

it.each([
  new RangeError('WebAssembly.Instance(): Out of memory'),
  new ReferenceError('WebAssembly is not defined'),
])('an exchange tells what lets the engine run, unless the request was sent: %s', async error => {
  const [unsent, sent] = [begun('GET'), begun('POST')];
  unsent.fail(error);
  const words = `SVC_NODE_OPTIONS must let WebAssembly run: --disable-wasm-trap-handler under ulimit -v, no --jitless (${error.message}).`;
  await expect(unsent.outcome).rejects.toThrow(words);
  sent.start();
  sent.fail(error);
  expect(await sent.outcome).toEqual(lost('connection', 'sent', error.name));
});

describe('the signal of an exchange', () => {
  it.each<[ExchangeRequest['method'], Step[], object]>([
    ['GET', [], lost('cancelled', 'unsent', 'ABORT_ERR')],
    ['POST', [], lost('cancelled', 'unsent', 'ABORT_ERR')],
    ['GET', [start], lost('cancelled', 'sent', 'ABORT_ERR')],
    ['GET', [start, head], lost('cancelled', 'answering', 'ABORT_ERR')],
    // The answer to a write contains an id that would be lost.
    ['POST', [start], { kind: 'response', status: 200 }],
    ['DELETE', [start], { kind: 'response', status: 200 }],
  ])('ends a %s after the steps %j with %j', async (method, steps, expected) => {
    const abort = new AbortController();
    const flow = begun(method, abort.signal);
    for (const step of steps) step(flow);
    abort.abort();
    flow.start();
    head(flow);
    end(flow);
    expect(await flow.outcome).toMatchObject(expected);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  });

  it('that was given before lets nothing be sent, and stops a request that begins too late', async () => {
    const flow = begun('POST', AbortSignal.abort());
    expect(await flow.outcome).toEqual(lost('cancelled', 'unsent', 'ABORT_ERR'));
    expect(flow.sent).toEqual([]);
    const late = begun('GET');
    late.pass(1000);
    late.start();
    expect(late.aborts).toHaveLength(1);
  });
});

describe('a body', () => {
  const mebibyte = 1024 * 1024;
  const read = (status: number, bytes: Buffer, encoding?: string) => {
    const body = new BodyBuffer(status, encoding);
    return body.add(bytes) ? body.read() : body.read().then(found => ({ ...found, cut: true }));
  };
  const packed = gzipSync('text');
  const tooLong = { text: undefined, fault: 'at most 8 MiB long' };
  const noGzip = 'in no encoding, or in gzip';
  const damaged = { text: undefined, fault: 'readable in the encoding that it declares' };

  it.each([
    ['plain', 200, Buffer.from('text'), undefined, { text: 'text' }],
    ['identity', 200, Buffer.from('text'), 'Identity', { text: 'text' }],
    ['gzip', 200, packed, 'gzip', { text: 'text' }],
    ['gzip by its former name', 200, packed, 'x-gzip', { text: 'text' }],
    ['an encoding of nothing', 204, Buffer.alloc(0), 'gzip', { text: '' }],
    ['another encoding', 200, Buffer.from('text'), 'br', { text: undefined, fault: noGzip }],
    ['an encoding that it is not in', 200, Buffer.from('text'), 'gzip', damaged],
    ['bytes', 200, Buffer.from([0x22, 0xff]), undefined, { text: undefined, fault: 'UTF-8 text' }],
    ['a bomb', 200, gzipSync(Buffer.alloc(8 * mebibyte + 1)), 'gzip', tooLong],
    ['a byte too many', 299, Buffer.alloc(8 * mebibyte + 1), undefined, { ...tooLong, cut: true }],
    ['a refusal a byte too long', 300, Buffer.alloc(mebibyte / 16 + 1), undefined, { ...tooLong, cut: true }],
  ])('in %s (%i)', async (_what, status, bytes, encoding, expected) => {
    expect(await read(status, bytes, encoding)).toEqual(expected);
  });

  it('may be as long as the limit', async () => {
    expect((await read(299, Buffer.alloc(8 * mebibyte))).text).toHaveLength(8 * mebibyte);
    expect((await read(300, Buffer.alloc(mebibyte / 16))).text).toHaveLength(mebibyte / 16);
  });
});
