import { type OperationName, operationOf } from '../contract/operations';
import { inWords, longestPauseMilliseconds } from './pause';
import type { PlatformRefusal } from './platform-refusal';

export interface ErrorContext {
  readonly operation: OperationName;
  /** HTTP status of the answer, when there was one. */
  readonly status?: number;
  /** What the platform itself said, cleaned of secrets; absent when its answer was not the error shape. */
  readonly refusal?: PlatformRefusal;
  /** What the platform asked for by Retry-After, when that is longer than anybody waits. */
  readonly pauseMilliseconds?: number;
}

/** Common to every failure of a call. The message holds no secret and no body. */
export abstract class PlatformError extends Error {
  // Written out in every class, since a bundler's minifier renames the classes.
  abstract override readonly name: string;
  readonly operation: OperationName;
  readonly status: number | undefined;
  readonly refusal: PlatformRefusal | undefined;
  /** What the platform asked for by Retry-After, when that is longer than anybody waits. */
  readonly pauseMilliseconds: number | undefined;
  /** True when every other call of the process would fail the same way, so that it is worth saying once. */
  readonly affectsEveryCall: boolean = false;
  /** True when a write may have changed the platform although it failed. */
  readonly mayHaveTakenEffect: boolean = false;

  constructor(message: string, context: ErrorContext) {
    super(message);
    this.operation = context.operation;
    this.status = context.status;
    this.refusal = context.refusal;
    this.pauseMilliseconds = context.pauseMilliseconds;
  }
}

/** The call as the platform's document names it, such as `GET` and a path. */
export function requestOf({ operation }: Pick<ErrorContext, 'operation'>): string {
  const { method, path } = operationOf(operation);
  return `${method} ${path}`;
}

export function times(attempts: number): string {
  return attempts === 1 ? 'once' : `${attempts} times`;
}

/** Words from outside as a sentence: they may bring their own full stop. */
export function ended(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** The platform's own words as the end of a sentence; empty when it said nothing that can be read. */
export function saidBy(refusal: PlatformRefusal | undefined): string {
  if (refusal === undefined) return '';
  const words = [refusal.code, refusal.message].filter(part => part !== undefined).join(': ');
  const request = refusal.requestId === undefined ? '' : ` (request ${refusal.requestId})`;
  return words === '' && request === ''
    ? ''
    : ` The platform says${request}: ${ended(words || 'nothing more')}`;
}

/** A pause that was not waited for, as the end of a sentence; empty when there was none. */
export function askedPause({ pauseMilliseconds }: ErrorContext): string {
  if (pauseMilliseconds === undefined) return '';
  return (
    ` The platform asks for a wait of ${inWords(pauseMilliseconds)} (Retry-After). That is longer than the ` +
    `${inWords(longestPauseMilliseconds)} that are waited at most.`
  );
}
