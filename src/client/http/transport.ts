import { setMaxListeners } from 'node:events';
import type { OperationName } from '../contract/operations';
import { PlatformError } from '../errors';
import { longestPauseMilliseconds } from '../errors/failed-call';
import { readRefusal } from '../errors/platform-refusal';
import { Redactor } from '../redaction/redaction';
import { callFailure } from './call-failure';
import { createConnectionPool } from './connections/connection-pool';
import { type ExchangeRequest, exchange, type HttpResponse, type NoResponse } from './exchange';
import { PlatformClock } from './platform-time';
import { RateGate } from './rate-gate';
import { buildRequest, type Call, publicTexts } from './request';
import { backoffMilliseconds, retryReason } from './retry';
import { isLimit, retryAfterMilliseconds } from './retry-after';
import { type ClientOptions, checkSettings, type Settings } from './settings';

/** What everybody with a transport may reach: neither the credential nor the connections. */
const openTo = ({ base, coalesces, listsAreWhole, pageSize, clock, signal }: Settings) => ({
  base,
  coalesces,
  listsAreWhole,
  pageSize,
  clock,
  signal,
  redactor: new Redactor(),
  platformClock: new PlatformClock(),
  /** Sizes of pages that the platform has refused. */
  refusedLimits: new Set<number>(),
});

/** What all calls of a client share. */
const sharedBy = (settings: Settings) => ({
  ...settings,
  open: openTo(settings),
  pool: createConnectionPool(settings),
  gate: new RateGate(settings.clock, settings.leastSpacingMilliseconds),
});
type Shared = ReturnType<typeof sharedBy>;

/** Makes the calls of the contract, with authorization, time-outs, retries, rate limit and errors. */
export interface Transport extends ReturnType<typeof openTo> {
  /** Resolves with a 2xx response only, or with the platform's 404 to a repeated DELETE, which is a success. Throws otherwise. */
  call(call: Call): Promise<HttpResponse>;
  /** For a caller that repeats the call after a lost answer. All requests have one Idempotency-Key and one limit. */
  begin(call: Call): Pick<Attempts, 'run' | 'pause'>;
  /** True if the caller declared that the platform lacks the operation. */
  isUnavailable(operation: OperationName): boolean;
  /** Closes all connections immediately. */
  close(): Promise<void>;
}

/** @throws {InvalidOption} naming the option, never its value. */
export function createTransport(options: ClientOptions): Transport {
  const shared = sharedBy(checkSettings(options));
  // Each call in flight adds a listener. Without this, Node.js warns on stderr at the eleventh.
  if (shared.signal !== undefined) setMaxListeners(0, shared.signal);
  const begin = (call: Call) => {
    if (shared.unavailable.has(call.operation))
      throw new PlatformError('Unsupported', { operation: call.operation, declared: true });
    for (const secret of call.secrets ?? []) shared.open.redactor.remember(secret);
    return new Attempts(shared, call);
  };
  return {
    ...shared.open,
    begin,
    call: async call => begin(call).run(),
    isUnavailable: operation => shared.unavailable.has(operation),
    close: shared.pool.close,
  };
}

/** A request whose answer is lost may still be on its way. Nobody looks for its effect before this time. */
const shortestPauseMilliseconds = 1500;

const isLimited = (outcome: HttpResponse | NoResponse) => outcome.kind === 'response' && isLimit(outcome);

/** One call with all of its attempts. */
class Attempts {
  private attempts = 0;
  /** The 429s of this call. They are no failures: the rate limit ends by itself. */
  private readonly limits = { count: 0, since: 0 };
  /** How long to wait before the next attempt. */
  private pauseMilliseconds = 0;
  private last: HttpResponse | NoResponse | undefined;
  private mayHaveTakenEffect = false;
  private credential = '';
  private hasRenewed = false;
  private readonly request: ExchangeRequest;

  constructor(
    private readonly shared: Shared,
    private readonly call: Call,
  ) {
    this.request = buildRequest(call, shared);
  }

  async run(): Promise<HttpResponse> {
    for (;;) {
      const outcome = await this.attempt();
      if (outcome.kind === 'response' && this.succeeded(outcome)) return outcome;
      if (await this.renewsCredential(outcome)) continue;
      const retry = retryReason(this.request.method, outcome);
      if (retry === undefined || !this.mayRetry(outcome)) throw this.failure(outcome);
      this.mayHaveTakenEffect ||= retry.mayHaveTakenEffect;
      // After a 429, the gate delays this call together with all others.
      if (!isLimited(outcome)) await this.wait(this.pauseMilliseconds, retry.reason);
    }
  }

  /** Waits before the caller repeats the call. @throws the failure if no retry is left, or the wait is cancelled */
  async pause(failure: Error): Promise<void> {
    const { last } = this;
    if (last === undefined || !this.mayRetry(last)) throw failure;
    const milliseconds = Math.max(this.pauseMilliseconds, shortestPauseMilliseconds);
    await this.wait(milliseconds, 'lost answer').catch(() => Promise.reject(failure));
  }

  private mayRetry(outcome: HttpResponse | NoResponse): boolean {
    const { maxRetries, clock } = this.shared;
    if (maxRetries === 0 || this.pauseMilliseconds > longestPauseMilliseconds) return false;
    if (!isLimited(outcome)) return this.attempts - this.limits.count <= maxRetries;
    const waited = clock.monotonic() - this.limits.since;
    return waited + this.pauseMilliseconds <= longestPauseMilliseconds;
  }

  private async attempt(): Promise<HttpResponse | NoResponse> {
    const { clock, gate, open, signal } = this.shared;
    const admittedAt = await gate.admit(
      milliseconds => this.wait(milliseconds, 'rate limit'),
      pauseMilliseconds => new PlatformError('RateLimited', { ...this.facts(), pauseMilliseconds }),
    );
    if (signal?.aborted) throw new PlatformError('Cancelled', this.facts());
    this.attempts += 1;
    const outcome = await this.exchange();
    this.last = outcome;
    this.shared.onEvent({
      type: 'attempt',
      operation: this.call.operation,
      attempt: this.attempts,
      outcome: outcome.kind === 'response' ? outcome.status : outcome.code,
      milliseconds: clock.monotonic() - admittedAt,
    });
    if (outcome.kind === 'response') open.platformClock.note(outcome, clock.monotonic());
    this.notePace(outcome, admittedAt);
    return outcome;
  }

  /** For the error of a call that ends without another attempt. */
  private facts() {
    const { attempts, mayHaveTakenEffect: hasUnansweredAttempt } = this;
    return { operation: this.call.operation, attempts, hasUnansweredAttempt };
  }

  private async exchange(): Promise<HttpResponse | NoResponse> {
    const { pool, signal, timeoutSeconds } = this.shared;
    const request = await this.authorized();
    const { connection, end } = await pool.take();
    const outcome = await exchange(connection, request, {
      timeoutMilliseconds: timeoutSeconds * 1000,
      signal,
    });
    end(outcome.kind === 'response');
    return outcome;
  }

  private async authorized(): Promise<ExchangeRequest> {
    this.credential = await this.shared.credential();
    this.shared.open.redactor.remember(this.credential);
    const authorization = `Bearer ${this.credential}`;
    return { ...this.request, headers: { ...this.request.headers, authorization } };
  }

  /** Asks once for a newer credential after a 401: a token may expire during a run, and the request had no effect. */
  private async renewsCredential(outcome: HttpResponse | NoResponse): Promise<boolean> {
    if (outcome.kind !== 'response' || outcome.status !== 401 || this.hasRenewed) return false;
    this.hasRenewed = true;
    return (await this.shared.credential(this.credential)) !== this.credential;
  }

  private succeeded({ status, body }: HttpResponse): boolean {
    if (status < 300) return true;
    const isRepeatedDelete = this.request.method === 'DELETE' && this.mayHaveTakenEffect;
    // An earlier attempt deleted the object; its response was lost. The 404 page of a gateway proves nothing.
    return status === 404 && isRepeatedDelete && readRefusal(body.text, text => text) !== undefined;
  }

  private notePace(outcome: HttpResponse | NoResponse, admittedAt: number): void {
    const { limits } = this;
    const { gate, clock, random } = this.shared;
    const wasLimited = isLimited(outcome);
    if (wasLimited && limits.count === 0) limits.since = clock.monotonic();
    if (wasLimited) limits.count += 1;
    const retry = wasLimited ? limits.count : this.attempts - limits.count;
    const asked = outcome.kind === 'response' ? retryAfterMilliseconds(outcome, clock.now()) : undefined;
    this.pauseMilliseconds = asked ?? backoffMilliseconds(retry, random);
    if (wasLimited) gate.slowDown(admittedAt, this.pauseMilliseconds);
    else if (outcome.kind === 'response') gate.speedUp();
  }

  private async wait(milliseconds: number, reason: string): Promise<void> {
    const { operation } = this.call;
    const { clock, onEvent, signal } = this.shared;
    onEvent({ type: 'wait', operation, reason, milliseconds });
    try {
      await clock.sleep(milliseconds, signal);
    } catch (error) {
      throw signal?.aborted ? new PlatformError('Cancelled', this.facts()) : error;
    }
  }

  private failure(outcome: HttpResponse | NoResponse): Error {
    const { pauseMilliseconds } = this;
    const shown = publicTexts(this.call);
    return callFailure(outcome, {
      ...this.shared,
      ...this.call,
      attempts: this.attempts,
      mayHaveTakenEffect: this.mayHaveTakenEffect,
      pauseMilliseconds: pauseMilliseconds > longestPauseMilliseconds ? pauseMilliseconds : undefined,
      clean: text => this.shared.open.redactor.clean(text, shown),
    });
  }
}
