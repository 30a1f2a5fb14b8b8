import { createHash, timingSafeEqual } from 'node:crypto';
import { knownScopes } from '../../client/contract/catalogue';
import type { Identifiers } from '../store/identifiers';
import { Grants, type TokenResponse } from './grants';

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

interface IssuedCode {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly challenge: string;
  readonly expiry: number;
  /** The grant that the code was exchanged for. A second exchange revokes the grant (RFC 6749, 4.1.2). */
  grantId: string | undefined;
}

/** The document does not define the lifetime of a code. RFC 6749 recommends ten minutes at most. */
const codeMilliseconds = 10 * 60 * 1000;

/** The authorization server: authorization code flow with PKCE S256 and single-use refresh tokens (section 5). */
export class AuthorizationServer {
  readonly #codes = new Map<string, IssuedCode>();
  readonly #identifiers: Identifiers;
  readonly #now: () => number;
  /** The user's consent. There is no page to ask for it. */
  consents = true;

  readonly grants: Grants;

  constructor(identifiers: Identifiers, now: () => number) {
    this.grants = new Grants(identifiers, now);
    this.#identifiers = identifiers;
    this.#now = now;
  }

  /**
   * @param query the parameters that the application sets (paragraph 4.3)
   * @throws {OAuthError} sent to the application in the redirect
   */
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
    const code = this.#identifiers.token('ac');
    const expiry = this.#now() + codeMilliseconds;
    this.#codes.set(code, {
      clientId,
      redirectUri,
      scopes,
      challenge,
      expiry,
      grantId: undefined,
    });
    return code;
  }

  /** Exchanges a code (paragraph 4.4). @throws {OAuthError} `invalid_grant` */
  exchangeCode(code: string, clientId: string, redirectUri: string, verifier: string): TokenResponse {
    const issued = this.#codes.get(code);
    if (issued === undefined || issued.expiry <= this.#now())
      throw invalidGrant('the code is unknown or expired');
    if (issued.grantId !== undefined) {
      this.grants.revoke(issued.grantId);
      throw invalidGrant('the code was used before; its tokens are now revoked');
    }
    if (issued.clientId !== clientId || issued.redirectUri !== redirectUri) {
      throw invalidGrant('the code was issued to another client or redirect_uri');
    }
    if (!answersChallenge(verifier, issued.challenge)) throw invalidGrant('the code_verifier does not match');
    const { grantId, tokens } = this.grants.give(clientId, issued.scopes);
    issued.grantId = grantId;
    return tokens;
  }

  /** Exchanges a refresh token (paragraph 5.6). @throws {OAuthError} `invalid_grant` */
  refresh(token: string, clientId: string): TokenResponse {
    const tokens = this.grants.refresh(token, clientId);
    if (tokens === undefined) throw invalidGrant('the refresh token is unknown, revoked or used before');
    return tokens;
  }

  reset(): void {
    this.#codes.clear();
    this.grants.revokeAll();
    this.consents = true;
  }
}

function acceptedScopes(scope: string): string[] {
  const known = new Set<string>(knownScopes);
  const scopes = [...new Set(scope.split(' '))];
  if (!scopes.every(name => known.has(name)))
    throw new OAuthError('invalid_scope', 'scope contains no known scope');
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
