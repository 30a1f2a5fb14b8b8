import type { HttpResponse, NoResponse } from './exchange';
import { isLimit } from './retry-after';

/** The reason for a retry. */
export interface RetryReason {
  /** For logs, such as `status 503` or `ECONNREFUSED`. */
  readonly reason: string;
  /** True if the attempt may have taken effect although its response is lost. */
  readonly mayHaveTakenEffect: boolean;
}

/** 520 to 524: a gateway of Cloudflare got no answer, or none in time, from the server behind it. */
const passingStatuses = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524]);
// Errors of certificates and protocols. They do not go away in a second, so a retry is useless.
const lastingFault = /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO|ERR_OSSL|UNABLE_TO/;

/**
 * Decides whether a retry may help and is safe; `undefined` if not.
 *
 * A POST is retried only if the platform certainly did not process it: the connection failed before a byte was
 * sent, or the status rejects a request before any work: 429, 423 (locked), or 409 with Retry-After, by which platforms
 * say that another operation is in progress. Without it, a 409 lasts. Status 503 proves nothing, with or without
 * Retry-After: a gateway also sends it when the server behind it fails midway. A response that stalls while it
 * *arrives* is not requested again after the time-out: the platform is reachable, and a retry would take as long.
 */
export function retryReason(method: string, outcome: HttpResponse | NoResponse): RetryReason | undefined {
  if (outcome.kind === 'no response') return afterNoResponse(method, outcome);
  const { status, header } = outcome;
  const isLocked = status === 423 || (status === 409 && header('retry-after') !== undefined);
  const isRejected = isLocked || isLimit(outcome);
  if (!isRejected && (method === 'POST' || !passingStatuses.has(status))) return undefined;
  return { reason: `status ${status}`, mayHaveTakenEffect: !isRejected };
}

function afterNoResponse(method: string, outcome: NoResponse): RetryReason | undefined {
  const { cause, code, sent, answering } = outcome;
  if (cause === 'cancelled' || cause === 'not http' || lastingFault.test(code)) return undefined;
  if (sent && (method === 'POST' || (cause === 'time-out' && answering))) return undefined;
  return { reason: code, mayHaveTakenEffect: sent };
}

const firstCeilingMilliseconds = 500;
const lastCeilingMilliseconds = 30_000;

/**
 * Wait before a retry: a random time between 0 and a ceiling that doubles with each retry ("full jitter"). Without
 * the random part, calls that failed at the same time would retry at the same time.
 * @param retry 1 for the first retry.
 */
export function backoffMilliseconds(retry: number, random: () => number): number {
  const ceiling = Math.min(firstCeilingMilliseconds * 2 ** (retry - 1), lastCeilingMilliseconds);
  return Math.round(random() * ceiling);
}
