import type { OperationName } from '../contract/operations';
import { type CredentialKind, PlatformError } from '../errors';
import { longestPauseMilliseconds } from '../errors/pause';
import { readRefusal } from '../errors/platform-refusal';
import type { Redactor } from '../redaction/redaction';
import { callFailure } from './call-failure';
import type { ClientEvent } from './client-event';
import type { Clock } from './clock';
import type { ConnectionPool } from './connections/connection-pool';
import { type ExchangeRequest, exchange, type HttpResponse, type NoResponse } from './exchange';
import type { PlatformClock } from './platform-time';
import type { RateGate } from './rate-gate';
import { buildRequest, type Call, publicTexts, type RequestSettings } from './request';
import { backoffMilliseconds, retryReason } from './retry';
import { retryAfterMilliseconds } from './retry-after';

/**
 * Returns the bearer credential for a request.
 * @param refused the credential that the platform has just refused (401): the source returns a newer one, or the
 * same one if there is no newer one
 */
export type CredentialSource = (refused?: string) => Promise<string>;

/** Makes the calls of the contract, with authorization, time-outs, retries, rate limit and errors. */
export interface Transport
  extends Pick<TransportOptions, 'redactor' | 'coalesces' | 'listsAreWhole' | 'platformClock'> {
  /** Resolves with a 2xx response only, or with the platform's 404 to a repeated DELETE, which is a success. Throws otherwise. */
  call(call: Call): Promise<HttpResponse>;
  /** For a caller that repeats the call after a lost answer. All requests have one Idempotency-Key and one limit. */
  begin(call: Call): Pick<Attempts, 'run' | 'pause'>;
  /** True if the caller declared that the platform lacks the operation. */
  isUnavailable(operation: OperationName): boolean;
}

export interface TransportOptions extends RequestSettings {
  /** For jitter. Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  readonly credential: CredentialSource;
  readonly credentialKind: CredentialKind;
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  readonly unavailable: ReadonlySet<OperationName>;
  /** True if reads of a collection may share the pages of one listing. */
  readonly coalesces: boolean;
  /** True if the caller declared that a list without a cursor has ended. */
  readonly listsAreWhole: boolean;
  readonly pool: ConnectionPool;
  readonly gate: RateGate;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly platformClock: PlatformClock;
  readonly onEvent: (event: ClientEvent) => void;
  readonly signal: AbortSignal | undefined;
}

export function createTransport(options: TransportOptions): Transport {
  const begin = (call: Call) => {
    if (options.unavailable.has(call.operation)) {
      throw new PlatformError('Unsupported', { operation: call.operation, declared: true });
    }
    for (const secret of call.secrets ?? []) options.redactor.remember(secret);
    return new Attempts(options, call);
  };
  return {
    begin,
    call: async call => begin(call).run(),
    redactor: options.redactor,
    coalesces: options.coalesces,
    listsAreWhole: options.listsAreWhole,
    platformClock: options.platformClock,
    isUnavailable: operation => options.unavailable.has(operation),
  };
}

/** A request whose answer is lost may still be on its way. Nobody looks for its effect before this time. */
const shortestPauseMilliseconds = 1500;

/** One call with all of its attempts. */
class Attempts {
  private attempts = 0;
  private last: HttpResponse | NoResponse | undefined;
  private mayHaveTakenEffect = false;
  private credential = '';
  private hasRenewed = false;
  private readonly request: ExchangeRequest;

  constructor(
    private readonly options: TransportOptions,
    private readonly call: Call,
  ) {
    this.request = buildRequest(call, options);
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
      if (!retry.slowsAll) await this.wait(this.pauseBeforeRetry(outcome), retry.reason);
    }
  }

  /** Waits before the caller repeats the call. @throws the failure if no retry is left, or the wait is cancelled */
  async pause(failure: Error): Promise<void> {
    const { last } = this;
    if (last === undefined || !this.mayRetry(last)) throw failure;
    const milliseconds = Math.max(this.pauseBeforeRetry(last), shortestPauseMilliseconds);
    await this.wait(milliseconds, 'lost answer').catch(() => Promise.reject(failure));
  }

  private mayRetry(outcome: HttpResponse | NoResponse): boolean {
    return this.attempts <= this.options.maxRetries && !this.isPauseTooLong(outcome);
  }

  private async attempt(): Promise<HttpResponse | NoResponse> {
    const { clock, gate, platformClock, signal } = this.options;
    const admittedAt = await gate.admit(
      milliseconds => this.wait(milliseconds, 'rate limit'),
      pauseMilliseconds => this.limited(pauseMilliseconds),
    );
    if (signal?.aborted) throw new PlatformError('Cancelled', { operation: this.call.operation });
    this.attempts += 1;
    const outcome = await this.exchange();
    this.last = outcome;
    this.options.onEvent({
      type: 'attempt',
      operation: this.call.operation,
      attempt: this.attempts,
      outcome: outcome.kind === 'response' ? outcome.status : outcome.code,
      milliseconds: clock.monotonic() - admittedAt,
    });
    if (outcome.kind === 'response') {
      platformClock.note(outcome, admittedAt, clock.monotonic());
      this.notePace(outcome, admittedAt);
    }
    return outcome;
  }

  private limited(pauseMilliseconds: number): PlatformError<'RateLimited'> {
    const { operation } = this.call;
    return new PlatformError('RateLimited', { operation, pauseMilliseconds, attempts: this.attempts });
  }

  private async exchange(): Promise<HttpResponse | NoResponse> {
    const { pool, signal, timeoutSeconds } = this.options;
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
    this.credential = await this.options.credential();
    this.options.redactor.remember(this.credential);
    const authorization = `Bearer ${this.credential}`;
    return { ...this.request, headers: { ...this.request.headers, authorization } };
  }

  /**
   * Asks for a newer credential after a 401, once for each call. An access token may expire during a run, and a
   * refused request had no effect.
   */
  private async renewsCredential(outcome: HttpResponse | NoResponse): Promise<boolean> {
    if (outcome.kind !== 'response' || outcome.status !== 401 || this.hasRenewed) return false;
    this.hasRenewed = true;
    return (await this.options.credential(this.credential)) !== this.credential;
  }

  private succeeded({ status, body }: HttpResponse): boolean {
    if (status < 300) return true;
    const isRepeatedDelete = this.request.method === 'DELETE' && this.mayHaveTakenEffect;
    // An earlier attempt deleted the object; its response was lost. The 404 page of a gateway proves nothing.
    return status === 404 && isRepeatedDelete && readRefusal(body.text, text => text) !== undefined;
  }

  private notePace(answer: HttpResponse, admittedAt: number): void {
    const { gate, onEvent } = this.options;
    if (answer.status !== 429) {
      gate.speedUp();
      return;
    }
    const pauseMilliseconds = this.pauseBeforeRetry(answer);
    gate.slowDown(admittedAt, pauseMilliseconds);
    onEvent({
      type: 'slow-down',
      operation: this.call.operation,
      pauseMilliseconds,
      spacingMilliseconds: gate.spacingMilliseconds,
    });
  }

  private pauseBeforeRetry(outcome: HttpResponse | NoResponse): number {
    return this.askedPause(outcome) ?? backoffMilliseconds(this.attempts, this.options.random);
  }

  private askedPause(outcome: HttpResponse | NoResponse): number | undefined {
    return outcome.kind === 'response'
      ? retryAfterMilliseconds(outcome, this.options.clock.now())
      : undefined;
  }

  private isPauseTooLong(outcome: HttpResponse | NoResponse): boolean {
    return (this.askedPause(outcome) ?? 0) > longestPauseMilliseconds;
  }

  private async wait(milliseconds: number, reason: string): Promise<void> {
    const { operation } = this.call;
    const { clock, onEvent, signal } = this.options;
    onEvent({ type: 'wait', operation, reason, milliseconds });
    try {
      await clock.sleep(milliseconds, signal);
    } catch (error) {
      throw signal?.aborted ? new PlatformError('Cancelled', { operation }) : error;
    }
  }

  private failure(outcome: HttpResponse | NoResponse): Error {
    const shown = publicTexts(this.call);
    return callFailure(outcome, {
      ...this.options,
      ...this.call,
      attempts: this.attempts,
      mayHaveTakenEffect: this.mayHaveTakenEffect,
      pauseMilliseconds: this.isPauseTooLong(outcome) ? this.askedPause(outcome) : undefined,
      clean: text => this.options.redactor.clean(text, shown),
    });
  }
}
