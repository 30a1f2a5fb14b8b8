import { randomUUID } from 'node:crypto';
import type { BaseUrl } from '../contract/base-url';
import { identifierFault } from '../contract/decode';
import { contract, type OperationName } from '../contract/operations';
import { PlatformError } from '../errors';
import type { ExchangeRequest } from './exchange';
import type { Settings } from './settings';

/** A call of the contract, before it becomes an HTTP request. */
export interface Call {
  readonly operation: OperationName;
  /** For operations on one object. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** Values in the body that no message may repeat. */
  readonly secrets?: readonly string[] | undefined;
  /** For a write. @default a new one */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Builds the request once for each call. So all attempts of a write have the same Idempotency-Key. Each attempt
 * adds the credential, which may be renewed between them.
 * @throws {PlatformError<'Invalid'>} for an id that cannot be part of a path
 */
export function buildRequest(call: Call, settings: Pick<Settings, 'base' | 'userAgent'>): ExchangeRequest {
  const { method } = contract[call.operation];
  return {
    method,
    path: pathOf(call, settings.base),
    headers: {
      accept: 'application/json',
      'user-agent': settings.userAgent,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'idempotency-key': call.idempotencyKey ?? randomUUID() }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  };
}

/** The texts of a call that are no secrets, so that an error may repeat them. */
export function publicTexts({ id, body, secrets = [] }: Call): readonly string[] {
  const textsIn = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
  };
  return textsIn([id, body]).filter(text => !secrets.includes(text));
}

function pathOf({ operation, id, query }: Call, base: BaseUrl): string {
  const fault = id === undefined ? undefined : identifierFault(id);
  if (fault !== undefined)
    throw new PlatformError('Invalid', { operation, fields: new Map([['id', `should be ${fault}`]]) });
  // A slash in an identifier must not change the path.
  const path = contract[operation].path.replace('{id}', () => encodeURIComponent(id ?? ''));
  return base.prefix + path + (query === undefined ? '' : `?${new URLSearchParams(query)}`);
}
