import { parsed } from '../../constructs/addresses/address';
import { knownScopes } from '../contract/catalogue';
import { contract } from '../contract/operations';
import { PlatformError } from '../errors';
import type { FailedCall } from '../errors/failed-call';
import { type PlatformRefusal, parse, readReason, readRefusal } from '../errors/platform-refusal';
import type { HttpResponse, NoResponse } from './exchange';
import type { Call } from './request';
import { isLimit } from './retry-after';
import type { Settings } from './settings';

/** Facts about a failed call that its error message needs. */
export interface CallCircumstances
  extends Pick<Call, 'operation' | 'id'>,
    Pick<Settings, 'base' | 'credentialKind' | 'timeoutSeconds'> {
  readonly attempts: number;
  /** True if an attempt before the last one was not answered. */
  readonly mayHaveTakenEffect: boolean;
  /** Pause asked for by Retry-After in the last response. Set only if it exceeds the longest pause that we wait for. */
  readonly pauseMilliseconds: number | undefined;
  /** Makes a text of the platform fit to be shown. */
  readonly clean: (text: string) => string;
}

/** Returns the error of a call whose last attempt failed. */
export function callFailure(outcome: HttpResponse | NoResponse, call: CallCircumstances): PlatformError {
  return outcome.kind === 'response' ? refused(outcome, call) : unanswered(outcome, call);
}

function unanswered(outcome: NoResponse, call: CallCircumstances): PlatformError {
  const { operation, timeoutSeconds: seconds, attempts } = call;
  const { cause, code, sent } = outcome;
  const hasUnansweredAttempt = call.mayHaveTakenEffect || sent;
  const facts = { operation, address: call.base.address, code, attempts, seconds, hasUnansweredAttempt };
  if (!sent) return new PlatformError(cause === 'cancelled' ? 'Cancelled' : 'Unreachable', facts);
  if (contract[operation].method === 'POST')
    return new PlatformError('Ambiguous', { operation, circumstance: lossOf(outcome, seconds) });
  if (cause === 'not http')
    return new PlatformError('MalformedResponse', { operation, path: '', expected: `HTTP (${code})` });
  const kinds = { cancelled: 'Cancelled', 'time-out': 'TimedOut', connection: 'ConnectionLost' } as const;
  return new PlatformError(kinds[cause], facts);
}

function lossOf(outcome: NoResponse, timeoutSeconds: number): string {
  if (outcome.cause === 'time-out') return `no complete response arrived within ${timeoutSeconds} seconds`;
  if (outcome.cause === 'not http') return `the response was not HTTP (${outcome.code})`;
  return `the connection broke before the response was complete (${outcome.code})`;
}

/** The errors that need no other facts than those of each refusal. */
const kindOfStatus = new Map<number, 'Unauthorized' | 'NotFound' | 'Conflict'>([
  [401, 'Unauthorized'],
  [404, 'NotFound'],
  [409, 'Conflict'],
  [410, 'NotFound'],
  [423, 'Conflict'],
]);

function refused(answer: HttpResponse, call: CallCircumstances): PlatformError {
  const { status } = answer;
  const { operation, id, attempts, mayHaveTakenEffect: hasUnansweredAttempt, pauseMilliseconds } = call;
  const refusal = readRefusal(answer.body.text, call.clean);
  const isTold = refusal?.code !== undefined || refusal?.message !== undefined;
  const facts = {
    operation,
    status,
    id,
    said: isTold ? undefined : readReason(answer.body.text, call.clean),
    attempts,
    hasUnansweredAttempt,
    refusal,
    pauseMilliseconds,
  };
  if (isLimit(answer)) return new PlatformError('RateLimited', facts);
  if (status < 400) return redirected(facts, redirectHost(answer, call));
  if (status === 403) return forbidden(answer, facts, call);
  if (status === 405 || status === 501)
    return new PlatformError('Unsupported', { ...facts, declared: false });
  if (status >= 500 || status === 408) return serverFailure(facts);
  const kind = kindOfStatus.get(status);
  if (kind !== undefined) return new PlatformError(kind, facts);
  return new PlatformError('Invalid', { ...facts, fields: refusal?.fields ?? new Map() });
}

/** 303 may be the answer to a POST that has taken effect (RFC 9110, 15.4.4). Other redirects ask for the request elsewhere. */
function redirected(facts: FailedCall & { readonly status: number }, host: string | undefined) {
  if (facts.status !== 303 || contract[facts.operation].method !== 'POST')
    return new PlatformError('Redirected', { ...facts, host });
  const circumstance = `the answer redirects to ${host ?? 'another address'} (303)`;
  return new PlatformError('Ambiguous', { ...facts, circumstance });
}

function serverFailure(facts: FailedCall & { readonly attempts: number }): PlatformError {
  const isPost = contract[facts.operation].method === 'POST';
  if (!isPost) return new PlatformError('ServerError', facts);
  const circumstance = `the platform or a gateway in front of it failed (${facts.status})`;
  return new PlatformError('Ambiguous', { ...facts, circumstance });
}

/** Returns the host only. The path and query of a redirect may contain data from the request. */
function redirectHost(answer: HttpResponse, call: CallCircumstances): string | undefined {
  const location = answer.header('location');
  const url = location === undefined ? undefined : parsed(location, call.base.origin);
  return url && (call.clean(url.host) || undefined);
}

function forbidden(answer: HttpResponse, facts: FailedCall, call: CallCircumstances): PlatformError {
  const { text } = answer.body;
  if (text !== '' && parse(text) === undefined) return new PlatformError('RefusedInFront', facts);
  const usualScope = contract[call.operation].scope;
  const missingScope = namedScope(answer, facts.refusal, usualScope);
  const { credentialKind: credential } = call;
  return new PlatformError('Forbidden', { ...facts, missingScope, usualScope, credential });
}

/**
 * Returns the scope that the response names (error text, or `scope` of RFC 6750). An error text may also list the scopes
 * that the key has. So the contract's scope wins if the text contains it.
 */
function namedScope(
  answer: HttpResponse,
  refusal: PlatformRefusal | undefined,
  expected: string | undefined,
): string | undefined {
  const said = [
    refusal?.message,
    ...(refusal?.fields.values() ?? []),
    answer.header('www-authenticate'),
  ].join(' ');
  if (expected !== undefined && said.includes(expected)) return expected;
  return knownScopes.find(scope => said.includes(scope));
}
