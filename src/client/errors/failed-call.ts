import { plural } from '../../words/plural';
import { contract, type OperationName } from '../contract/operations';
import type { PlatformRefusal } from './platform-refusal';

/** A call that has failed, as far as every error tells it. */
export interface FailedCall {
  readonly operation: OperationName;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** The platform's error, without secrets; absent if the body did not have the error shape. */
  readonly refusal?: PlatformRefusal | undefined;
  /** Why it was refused, as a body of another shape says it, without secrets. It is only shown, and proves nothing. */
  readonly said?: string | undefined;
  /** Pause asked for by Retry-After, or by X-RateLimit-Reset. Set only if it exceeds the longest pause that we wait for. */
  readonly pauseMilliseconds?: number | undefined;
  /** True if an attempt of the same write was not answered. */
  readonly hasUnansweredAttempt?: boolean;
}

/** The call as the platform's document names it, such as `GET` and a path. */
export function requestOf({ operation }: Pick<FailedCall, 'operation'>): string {
  const { method, path } = contract[operation];
  return `${method} ${path}`;
}

export function times(attempts: number): string {
  return attempts === 1 ? 'once' : `${attempts} times`;
}

/** Words from outside as a sentence: they may bring their own full stop. */
export function ended(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** Quotes the platform's error as the end of a sentence; empty if there is nothing to quote. */
export function saidBy({ refusal, said }: Pick<FailedCall, 'refusal' | 'said'>): string {
  const other = said === undefined ? '' : ` The answer says: ${ended(said)}`;
  if (refusal === undefined) return other;
  const words = [refusal.code, refusal.message].filter(part => part !== undefined).join(': ');
  const request = refusal.requestId === undefined ? '' : ` (request ${refusal.requestId})`;
  return words === '' && request === ''
    ? other
    : ` The platform says${request}: ${ended(words || 'nothing more')}`;
}

/**
 * The longest pause that a command waits for: after five minutes without output, it looks dead. A longer pause is an error,
 * and not shortened: the platform would reject a request before its end, too.
 */
export const longestPauseMilliseconds = 5 * 60_000;

/** Formats a duration for people. */
export function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  if (seconds > 365 * 86_400) return 'more than a year';
  const [unit, size] = units.find(([, each]) => seconds >= 2 * each) ?? ['second', 1];
  return plural(Math.ceil(seconds / size), unit);
}

/** Describes a pause that was too long, as the end of a sentence; empty if there was none. */
export function askedPause({ pauseMilliseconds }: FailedCall): string {
  if (pauseMilliseconds === undefined) return '';
  return (
    ` The platform asks for a wait of ${inWords(pauseMilliseconds)}. The provider waits at most ` +
    `${inWords(longestPauseMilliseconds)}.`
  );
}
