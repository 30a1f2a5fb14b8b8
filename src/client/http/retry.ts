import type { Answer, NoAnswer } from './exchange';

/** Why a call is made again. */
export interface RetryReason {
  /** For logs, such as `status 503` or `ECONNREFUSED`. */
  readonly reason: string;
  /** 429: not this call alone is to wait, but all of the process. */
  readonly slowsAll: boolean;
  /** The attempt may have taken effect although its answer is lost. */
  readonly mayHaveTakenEffect: boolean;
}

const passingStatuses = new Set([408, 500, 502, 503, 504]);
// A certificate or protocol that is wrong now is wrong in a second too.
const lastingFault = /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO|ERR_OSSL|UNABLE_TO/;

/**
 * Whether a repetition may help and cannot do harm.
 *
 * A POST is repeated only when it provably was not processed: the connection failed before a byte went out, or
 * 429, which turns a request away before its work. Status 503 is no such proof, Retry-After or not: a gateway
 * says it too when the server behind it broke off in the middle. An answer that breaks off or stalls *while
 * arriving* is not asked for again on time-out, since the platform is there and the next one costs as long.
 */
export function retryReason(method: string, outcome: Answer | NoAnswer): RetryReason | undefined {
  return outcome.kind === 'answer' ? afterAnswer(method, outcome) : afterNoAnswer(method, outcome);
}

function afterAnswer(method: string, { status }: Answer): RetryReason | undefined {
  const reason = `status ${status}`;
  if (status === 429) return { reason, slowsAll: true, mayHaveTakenEffect: false };
  if (method === 'POST' || !passingStatuses.has(status)) return undefined;
  return { reason, slowsAll: false, mayHaveTakenEffect: true };
}

function afterNoAnswer(method: string, outcome: NoAnswer): RetryReason | undefined {
  const { cause, code, sent, answering } = outcome;
  if (cause === 'cancelled' || cause === 'not http' || lastingFault.test(code)) return undefined;
  if (sent && (method === 'POST' || (cause === 'time-out' && answering))) return undefined;
  return { reason: code, slowsAll: false, mayHaveTakenEffect: sent };
}
