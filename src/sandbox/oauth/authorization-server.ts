import { createHash, timingSafeEqual } from 'node:crypto';
import { knownScopes } from '../../client/contract/catalogue';
import type { Identifiers } from '../collections/identifiers';
import type { Caller } from '../http/request-and-response';

/** An error of RFC 6749. Its code is sent in the redirect (4.1.2.1) or in the body (5.2). */
export class OAuthError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'OAuthError';
  }
}

/** A user's grant to an application. All its tokens are revoked together. */
interface Grant extends Caller {
  readonly clientId: string;
  readonly scopes: readonly string[];
  isRevoked: boolean;
}

interface IssuedCode {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly challenge: string;
  readonly expiry: number;
}

/** The document does not define the lifetime of a code. RFC 6749 recommends ten minutes at most. */
const codeMilliseconds = 10 * 60 * 1000;
/** Lifetime of an access token (paragraph 5.5). */
const accessTokenSeconds = 3600;

/** The authorization server: authorization code flow with PKCE S256 and single-use refresh tokens (section 5). */
export class AuthorizationServer {
  readonly #codes = new Map<string, IssuedCode>();
  readonly #accessTokens = new Map<string, { readonly grant: Grant; readonly expiry: number }>();
  readonly #refreshTokens = new Map<string, { readonly grant: Grant; isUsed: boolean }>();
  /** The user's consent. There is no page to ask for it. */
  consents = true;

  constructor(
    private readonly identifiers: Identifiers,
    private readonly now: () => number,
  ) {}

  /** @param query of the application (paragraph 4.3) @throws {OAuthError} sent to it in the redirect */
  authorize(query: Readonly<Record<string, string>>): string {
    const { client_id: clientId = '', redirect_uri: redirectUri = '', scope = '' } = query;
    const { response_type, code_challenge: challenge = '', code_challenge_method } = query;
    if (response_type !== 'code')
      throw new OAuthError('unsupported_response_type', 'response_type must be code');
    if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
      throw new OAuthError('invalid_request', 'PKCE with code_challenge_method S256 is required');
    }
    const scopes = acceptedScopes(scope);
    if (!this.consents) throw new OAuthError('access_denied', 'the user declined');
    const code = this.identifiers.token('ac');
    const expiry = this.now() + codeMilliseconds;
    this.#codes.set(code, { clientId, redirectUri, scopes, challenge, expiry });
    return code;
  }

  /** Exchanges a code (paragraph 4.4), once. @throws {OAuthError} `invalid_grant` */
  exchangeCode(code: string, clientId: string, redirectUri: string, verifier: string) {
    const issued = this.#codes.get(code);
    if (issued === undefined || issued.expiry <= this.now())
      throw invalidGrant('the code is unknown, used or expired');
    if (issued.clientId !== clientId || issued.redirectUri !== redirectUri) {
      throw invalidGrant('the code was issued to another client or redirect_uri');
    }
    if (!answersChallenge(verifier, issued.challenge)) throw invalidGrant('the code_verifier does not match');
    this.#codes.delete(code);
    const id = this.identifiers.identifier('grant');
    return this.#issue({ id, clientId, scopes: issued.scopes, isRevoked: false });
  }

  /**
   * Exchanges a refresh token for new tokens (paragraph 5.6). A token that is used twice was stolen, so this revokes the
   * whole grant.
   * @throws {OAuthError} `invalid_grant`
   */
  refresh(token: string, clientId: string) {
    const held = this.#refreshTokens.get(token);
    const isOurs = held?.grant.clientId === clientId && !held.grant.isRevoked;
    if (isOurs && held.isUsed) held.grant.isRevoked = true;
    if (!isOurs || held.isUsed) throw invalidGrant('the refresh token is unknown, revoked or used before');
    held.isUsed = true;
    return this.#issue(held.grant);
  }

  /** Returns the caller of an access token; `undefined` if it is unknown, expired or revoked. */
  callerOf(token: string): Caller | undefined {
    const held = this.#accessTokens.get(token);
    return held === undefined || held.grant.isRevoked || held.expiry <= this.now() ? undefined : held.grant;
  }

  reset(): void {
    this.#codes.clear();
    this.#accessTokens.clear();
    this.#refreshTokens.clear();
    this.consents = true;
  }

  /** Returns the token response (paragraph 2.3). */
  #issue(grant: Grant) {
    const access_token = this.identifiers.token('at');
    const refresh_token = this.identifiers.token('rt');
    this.#accessTokens.set(access_token, { grant, expiry: this.now() + accessTokenSeconds * 1000 });
    this.#refreshTokens.set(refresh_token, { grant, isUsed: false });
    const scope = grant.scopes.join(' ');
    return { access_token, token_type: 'Bearer', expires_in: accessTokenSeconds, refresh_token, scope };
  }
}

function acceptedScopes(scope: string): string[] {
  const known = new Set<string>(knownScopes);
  const scopes = [...new Set(scope.split(' '))];
  if (!scopes.every(name => known.has(name)))
    throw new OAuthError('invalid_scope', 'scope names an unknown scope');
  return scopes;
}

function answersChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const computed = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(computed), Buffer.from(challenge));
}

function invalidGrant(message: string): OAuthError {
  return new OAuthError('invalid_grant', message);
}
