import { text } from 'node:stream/consumers';
import { isLoopbackAddress } from '../collections/shapes';
import { ApiError } from '../http/api-error';
import { json } from '../http/request-and-response';
import { type AuthorizationServer, OAuthError } from '../oauth/authorization-server';
import type { RequestHandler, SandboxContext } from './pipeline';

const noStore = { 'cache-control': 'no-store' };

/**
 * The authorization endpoint (paragraph 4.3). It has no page: the user consents at once, unless the controls say
 * otherwise. It accepts any client identifier. So it redirects only to addresses on this machine (RFC 8252, 7.3).
 */
export function authorizePage(server: AuthorizationServer): RequestHandler {
  return async ({ req }) => {
    const query = req.query();
    const { client_id: clientId = '', redirect_uri: redirectUri = '', state } = query;
    // These two errors are shown to the user, not sent to the application: an unchecked address gets no redirect.
    if (clientId === '') throw new ApiError(400, 'invalid_request', 'client_id is missing.');
    if (!isLoopbackAddress(redirectUri)) {
      throw new ApiError(400, 'invalid_request', 'redirect_uri must be an http:// address of this machine.');
    }
    const location = new URL(redirectUri);
    const answer = await orOAuthError(() => ({ code: server.authorize(query) }));
    for (const [name, value] of Object.entries(answer)) location.searchParams.set(name, value);
    if (state !== undefined) location.searchParams.set('state', state);
    return { status: 302, headers: { location: location.href, ...noStore }, body: undefined };
  };
}

/** The token endpoint (paragraph 4.4). The document shows no errors, so they follow RFC 6749 (5.2). */
export function tokenEndpoint(server: AuthorizationServer): RequestHandler {
  return async context => {
    const answer = await orOAuthError(async () => exchange(server, await readForm(context)));
    const response = json('error' in answer ? 400 : 200, answer);
    return { ...response, headers: { ...response.headers, ...noStore } };
  };
}

/** Returns the result, or the error as the application gets it. */
async function orOAuthError<Result extends object>(result: () => Result | Promise<Result>) {
  try {
    return await result();
  } catch (error) {
    if (error instanceof OAuthError) return { error: error.code, error_description: error.message };
    throw error;
  }
}

function exchange(server: AuthorizationServer, form: URLSearchParams) {
  const grantType = field(form, 'grant_type');
  const clientId = field(form, 'client_id');
  switch (grantType) {
    case 'authorization_code': {
      const redirectUri = field(form, 'redirect_uri');
      return server.exchangeCode(field(form, 'code'), clientId, redirectUri, field(form, 'code_verifier'));
    }
    case 'refresh_token':
      return server.refresh(field(form, 'refresh_token'), clientId);
    default:
      throw new OAuthError(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token',
      );
  }
}

/** RFC 6749 (3.2): a parameter occurs at most once. */
function field(form: URLSearchParams, name: string): string {
  const [value, ...more] = form.getAll(name);
  if (value !== undefined && value !== '' && more.length === 0) return value;
  throw new OAuthError('invalid_request', `${name} must be given once`);
}

async function readForm({ req, env }: SandboxContext): Promise<URLSearchParams> {
  const type = req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  const body = await text(env.incoming);
  if (type === 'application/x-www-form-urlencoded') return new URLSearchParams(body);
  throw new OAuthError('invalid_request', 'Content-Type must be application/x-www-form-urlencoded');
}
