import { ApiError } from './api-error';
import type { ApiOperation, Caller } from './exchange';
import type { Store } from './store';

/** What an operation asks of its caller: a scope of paragraph 5.1, or a key without any limit. */
const requirements: Record<ApiOperation, string | 'unrestricted'> = {
  'webhooks.create': 'webhooks:manage',
  'webhooks.list': 'webhooks:manage',
  'webhooks.get': 'webhooks:manage',
  'webhooks.update': 'webhooks:manage',
  'webhooks.delete': 'webhooks:manage',
  'tenants.list': 'tenants:read',
  // No documented scope covers keys.
  'apiKeys.create': 'unrestricted',
  'apiKeys.list': 'unrestricted',
  'apiKeys.get': 'unrestricted',
  'apiKeys.update': 'unrestricted',
  'apiKeys.delete': 'unrestricted',
};

/** Finds the caller behind an access token of the authorization server. */
export type AccessTokens = (token: string) => Caller | undefined;

/**
 * The caller behind an Authorization header (paragraph 5.3).
 * @throws {ApiError} 401 without a bearer credential or with an unknown one
 */
export function authenticate(header: string | undefined, store: Store, accessTokens: AccessTokens): Caller {
  if (header === undefined)
    throw unauthenticated(
      'Send an API key in the header "Authorization: Bearer <key>"; no other place is accepted.',
    );
  const credential = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (credential === undefined) throw unauthenticated('The Authorization header must read "Bearer <key>".');
  if (credential === store.rootKey) return { id: 'root', scopes: undefined };
  const apiKey = store.apiKeyWithValue(credential);
  if (apiKey !== undefined)
    return { id: apiKey.id, scopes: apiKey.scopes.length === 0 ? undefined : apiKey.scopes };
  const caller = accessTokens(credential);
  if (caller === undefined) throw unauthenticated('The credential is unknown, revoked or expired.');
  return caller;
}

/** @throws {ApiError} 403 that names the missing scope */
export function authorize(caller: Caller, operation: ApiOperation): void {
  const required = requirements[operation];
  if (required === 'unrestricted') requireUnrestricted(caller);
  else if (caller.scopes !== undefined && !caller.scopes.includes(required)) {
    const message = `This credential lacks the scope ${required}.`;
    throw new ApiError(403, 'missing_scope', message, { required_scope: required });
  }
}

/** @throws {ApiError} 403 for a caller limited to scopes */
export function requireUnrestricted(caller: Caller): void {
  if (caller.scopes === undefined) return;
  throw new ApiError(403, 'unrestricted_key_required', 'This takes an unrestricted key, one without scopes.');
}

function unauthenticated(message: string): ApiError {
  return new ApiError(401, 'unauthenticated', message, {}, { 'www-authenticate': 'Bearer' });
}
