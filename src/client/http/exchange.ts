import type { Dispatcher } from 'undici';
import { InvalidOption } from '../contract/invalid-option';
import { BodyBuffer, type ResponseBody } from './response-body';

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: ResponseBody;
}

/** No response, or an incomplete one. */
export interface NoResponse {
  readonly kind: 'no response';
  readonly cause: 'connection' | 'time-out' | 'cancelled' | 'not http';
  /** True if a byte of the request may have reached the platform. */
  readonly sent: boolean;
  /** True if a part of the response has arrived. */
  readonly answering: boolean;
  readonly code: string;
}

export interface ExchangeLimits {
  /** Limit for the whole attempt: connecting, headers and the last byte of the body. */
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal | undefined;
}

const letsWebAssemblyRun =
  'must let WebAssembly run: --disable-wasm-trap-handler under ulimit -v, no --jitless';

/** Without this header, a server may use any encoding (RFC 9110, 12.5.3). */
const unencoded = { 'accept-encoding': 'identity' };

/** The caller decides what a failure means. @throws {InvalidOption} if Node.js cannot run undici: no request works */
export function exchange(
  connection: Pick<Dispatcher, 'dispatch'>,
  request: ExchangeRequest,
  limits: ExchangeLimits,
): Promise<HttpResponse | NoResponse> {
  return new Promise((resolve, reject) => {
    const handler = new ExchangeHandler(request.method, limits, resolve, reject);
    handler.start();
    if (handler.finished) return;
    try {
      connection.dispatch({ ...request, headers: { ...unencoded, ...request.headers } }, handler);
    } catch (error) {
      handler.onResponseError(undefined, error);
    }
  });
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private head: Pick<HttpResponse, 'status' | 'header'> | undefined;
  private body: BodyBuffer | undefined;
  /** The body was read. Later events, such as an abort, change nothing. */
  private complete = false;
  finished = false;

  constructor(
    private readonly method: ExchangeRequest['method'],
    private readonly limits: ExchangeLimits,
    private readonly resolve: (outcome: HttpResponse | NoResponse) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  start(): void {
    this.deadline = setTimeout(() => this.fail('time-out', 'ETIMEDOUT'), this.limits.timeoutMilliseconds);
    this.limits.signal?.addEventListener('abort', this.onCancel);
    if (this.limits.signal?.aborted) this.onCancel();
  }

  /** undici calls this just before it writes. A request that fails earlier was not sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.finished) controller.abort(new Error('the call has ended'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const header = (name: string) => {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    this.head = { status, header };
    this.body = new BodyBuffer(status, header('content-encoding'));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // The body exceeds its limit: stop reading. The part read so far decides the result.
    if (this.body?.add(chunk) === false) {
      this.onResponseEnd();
      this.abort();
    }
  }

  onResponseEnd(): void {
    const { head } = this;
    if (head === undefined || this.body === undefined) {
      this.fail('not http', 'no response');
      return;
    }
    this.complete = true;
    void this.body.read().then(body => this.finish({ kind: 'response', ...head, body }));
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: unknown): void {
    const code = codeOf(error);
    // The rejection comes first, so that the outcome below counts for nothing.
    if (this.controller === undefined && error instanceof Error && /^WebAssembly/.test(error.message))
      this.reject(new InvalidOption('SVC_NODE_OPTIONS', `${letsWebAssemblyRun} (${error.message})`));
    this.fail(causeOf(code), code);
  }

  /** A write in flight is not cancelled: its response contains an id that would be lost otherwise. */
  private readonly onCancel = (): void => {
    if (this.controller === undefined || this.method === 'GET') this.fail('cancelled', 'ABORT_ERR');
  };

  private fail(cause: NoResponse['cause'], code: string): void {
    if (this.complete) return;
    const answering = this.head !== undefined;
    this.finish({ kind: 'no response', cause, code, sent: this.controller !== undefined, answering });
    this.abort();
  }

  private finish(outcome: HttpResponse | NoResponse): void {
    if (this.finished) return;
    this.finished = true;
    clearTimeout(this.deadline);
    this.limits.signal?.removeEventListener('abort', this.onCancel);
    this.resolve(outcome);
  }

  private abort(): void {
    if (this.controller?.aborted === false) this.controller.abort(new Error('the call has ended'));
  }
}

function causeOf(code: string): NoResponse['cause'] {
  if (/^HPE_|^HTTPParserError$|HEADERS_OVERFLOW|RES_CONTENT_LENGTH/.test(code)) return 'not http';
  return /^UND_ERR_(DESTROYED|CLOSED)$/.test(code) ? 'cancelled' : 'connection';
}

/** A proxy that refuses: 407 asks for credentials, 403 forbids the address. undici has no error code for it. */
const proxyRefusal = /^Proxy response \((\d{3})\)/;

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const [, refusal] = (error instanceof Error && proxyRefusal.exec(error.message)) || [];
  if (refusal !== undefined) return `the proxy answered ${refusal}`;
  if ('code' in error && typeof error.code === 'string') return error.code.slice(0, 60);
  return error instanceof Error ? error.name : 'unknown';
}
