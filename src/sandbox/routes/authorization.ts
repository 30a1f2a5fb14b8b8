import type { Operation } from '../../client/contract/operation';
import { contract, type OperationName } from '../../client/contract/operations';
import { ApiError } from '../http/api-error';
import type { Caller } from '../http/request-and-response';
import type { SimulatedPlatform } from '../platform/platform';

/** Returns the caller of an Authorization header (paragraph 5.3). @throws {ApiError} 401 */
export function authenticate(header: string | undefined, platform: SimulatedPlatform): Caller {
  if (header === undefined) {
    throw unauthenticated('Send an API key in the header "Authorization: Bearer <key>", and only there.');
  }
  const credential = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (credential === undefined) throw unauthenticated('The Authorization header must read "Bearer <key>".');
  const { store, authorizationServer } = platform;
  if (credential === store.rootKey) return { id: 'root', scopes: undefined };
  const apiKey = store.apiKeys.all().find(({ key }) => key === credential);
  if (apiKey !== undefined)
    return { id: apiKey.id, scopes: apiKey.scopes.length > 0 ? apiKey.scopes : undefined };
  const caller = authorizationServer.callerOf(credential);
  if (caller === undefined) throw unauthenticated('The credential is unknown, revoked or expired.');
  return caller;
}

/**
 * Checks the caller's scope. No documented scope covers keys, so managing them needs an unrestricted key.
 * @throws {ApiError} 403 that names the missing scope, also in the header of RFC 6750
 */
export function authorize(caller: Caller, operation: OperationName): void {
  const { scope }: Operation = contract[operation];
  if (scope === undefined) requireUnrestricted(caller);
  else if (caller.scopes !== undefined && !caller.scopes.includes(scope)) {
    const message = `This credential lacks the scope ${scope}.`;
    const challenge = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` };
    throw new ApiError(403, 'missing_scope', message, { required_scope: scope }, challenge);
  }
}

/** @throws {ApiError} 403 for a caller with scopes */
export function requireUnrestricted(caller: Caller): void {
  if (caller.scopes === undefined) return;
  throw new ApiError(
    403,
    'unrestricted_key_required',
    'This request needs an unrestricted key, one without scopes.',
  );
}

function unauthenticated(message: string): ApiError {
  return new ApiError(401, 'unauthenticated', message, {}, { 'www-authenticate': 'Bearer' });
}
