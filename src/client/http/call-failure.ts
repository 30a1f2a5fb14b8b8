import { parsed } from '../../constructs/addresses/address';
import type { BaseUrl } from '../contract/base-url';
import { knownScopes } from '../contract/catalogue';
import { type OperationName, operationOf } from '../contract/operations';
import {
  Ambiguous,
  Cancelled,
  Conflict,
  ConnectionLost,
  type CredentialKind,
  Forbidden,
  Invalid,
  MalformedResponse,
  NotFound,
  type PlatformError,
  RateLimited,
  Redirected,
  RefusedInFront,
  ServerError,
  TimedOut,
  Unauthorized,
  Unreachable,
  Unsupported,
} from '../errors';
import type { ErrorContext } from '../errors/platform-error';
import { type PlatformRefusal, parse, readRefusal } from '../errors/platform-refusal';
import type { HttpResponse, NoResponse } from './exchange';

/** Facts about a failed call that its error message needs. */
export interface CallCircumstances {
  readonly operation: OperationName;
  readonly id: string | undefined;
  readonly credentialKind: CredentialKind;
  readonly attempts: number;
  /** True if an attempt before the last one was not answered. */
  readonly mayHaveTakenEffect: boolean;
  readonly base: BaseUrl;
  readonly timeoutSeconds: number;
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
  const { operation, timeoutSeconds, attempts } = call;
  const { address } = call.base;
  const context = { operation };
  if (outcome.cause === 'cancelled' && !outcome.sent) return new Cancelled(context);
  if (!outcome.sent) return new Unreachable(context, address, outcome.code, attempts);
  if (operationOf(operation).method === 'POST')
    return new Ambiguous(context, lossOf(outcome, timeoutSeconds));
  switch (outcome.cause) {
    case 'cancelled':
      return new Cancelled(context);
    case 'time-out':
      return new TimedOut(context, address, timeoutSeconds, call.attempts);
    case 'not http':
      return new MalformedResponse(context, '', `HTTP (${outcome.code})`);
    case 'connection':
      return new ConnectionLost(context, address, outcome.code, call.attempts);
  }
}

function lossOf(outcome: NoResponse, timeoutSeconds: number): string {
  if (outcome.cause === 'time-out') return `no complete response arrived within ${timeoutSeconds} seconds`;
  if (outcome.cause === 'not http') return `the response was not HTTP (${outcome.code})`;
  return `the connection broke before the response was complete (${outcome.code})`;
}

function refused(answer: HttpResponse, call: CallCircumstances): PlatformError {
  const { status } = answer;
  const refusal = readRefusal(answer.body.text, call.clean);
  const context = {
    operation: call.operation,
    status,
    mayHaveTakenEffect: call.mayHaveTakenEffect,
    ...(refusal === undefined ? {} : { refusal }),
    ...(call.pauseMilliseconds === undefined ? {} : { pauseMilliseconds: call.pauseMilliseconds }),
  };
  if (status < 400) return new Redirected(context, redirectHost(answer, call));
  if (status >= 500 || status === 408) return serverFailure(context, call.attempts);
  switch (status) {
    case 401:
      return new Unauthorized(context);
    case 403:
      return forbidden(answer, context, call);
    case 404:
    case 410:
      return new NotFound(context, call.id);
    case 405:
      return new Unsupported(context, false);
    case 409:
    case 423:
      return new Conflict(context, call.attempts);
    case 429:
      return new RateLimited(context, call.attempts);
    default:
      return new Invalid(context, refusal?.fields ?? new Map());
  }
}

function serverFailure(context: ErrorContext, attempts: number): PlatformError {
  if (context.status === 501) return new Unsupported(context, false);
  const isPost = operationOf(context.operation).method === 'POST';
  if (!isPost) return new ServerError(context, attempts);
  return new Ambiguous(context, `the platform or a gateway in front of it failed (${context.status})`);
}

/** Returns the host only. The path and query of a redirect may contain data from the request. */
function redirectHost(answer: HttpResponse, call: CallCircumstances): string | undefined {
  const location = answer.header('location');
  const url = location === undefined ? undefined : parsed(location, call.base.origin);
  return url && (call.clean(url.host) || undefined);
}

function forbidden(answer: HttpResponse, context: ErrorContext, call: CallCircumstances): PlatformError {
  const { text } = answer.body;
  if (text !== '' && parse(text) === undefined) return new RefusedInFront(context);
  const usualScope = operationOf(call.operation).scope;
  const missing = missingScope(answer, context.refusal, usualScope);
  return new Forbidden(context, missing, call.credentialKind, usualScope);
}

/**
 * Returns the scope that the response names (error text, or `scope` of RFC 6750). An error text may also list the scopes
 * that the key has. So the contract's scope wins if the text contains it.
 */
function missingScope(
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
