import type { Caller } from '../http/exchange';
import type { Identifiers } from '../store/identifiers';

/** A user's grant to an application. All its tokens are revoked together. */
interface Grant {
  readonly id: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Expiry by access token, in milliseconds since 1970. */
  readonly accessTokens: Map<string, number>;
  readonly refreshTokens: Map<string, 'current' | 'used'>;
}

/** The token response (paragraph 2.3). */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Lifetime of an access token (paragraph 5.5). */
const accessTokenSeconds = 3600;

/** The grants and their tokens (paragraphs 5.5 and 5.6). */
export class Grants {
  readonly #grants = new Map<string, Grant>();
  readonly #grantByToken = new Map<string, Grant>();
  readonly #identifiers: Identifiers;
  readonly #now: () => number;

  constructor(identifiers: Identifiers, now: () => number) {
    this.#identifiers = identifiers;
    this.#now = now;
  }

  /** Creates a grant with its first tokens. The id is for `revoke`. */
  give(clientId: string, scopes: readonly string[]): { grantId: string; tokens: TokenResponse } {
    const id = this.#identifiers.identifier('grant');
    const grant: Grant = { id, clientId, scopes, accessTokens: new Map(), refreshTokens: new Map() };
    this.#grants.set(id, grant);
    return { grantId: grant.id, tokens: this.#issue(grant) };
  }

  /**
   * Exchanges a refresh token for new tokens. Returns `undefined` if it is unknown, another client's, or used. A token
   * that is used twice was stolen, so this revokes the whole grant.
   */
  refresh(token: string, clientId: string): TokenResponse | undefined {
    const grant = this.#grantByToken.get(token);
    const state = grant?.refreshTokens.get(token);
    if (grant === undefined || state === undefined || grant.clientId !== clientId) return undefined;
    if (state === 'used') {
      this.revoke(grant.id);
      return undefined;
    }
    grant.refreshTokens.set(token, 'used');
    return this.#issue(grant);
  }

  /** Returns the caller of an access token; `undefined` if it is unknown, expired or revoked. */
  callerOf(token: string): Caller | undefined {
    const grant = this.#grantByToken.get(token);
    const expiry = grant?.accessTokens.get(token);
    if (grant === undefined || expiry === undefined || expiry <= this.#now()) return undefined;
    return { id: grant.id, scopes: grant.scopes };
  }

  revoke(grantId: string): void {
    const grant = this.#grants.get(grantId);
    if (grant === undefined) return;
    for (const token of [...grant.accessTokens.keys(), ...grant.refreshTokens.keys()])
      this.#grantByToken.delete(token);
    this.#grants.delete(grantId);
  }

  revokeAll(): void {
    for (const id of [...this.#grants.keys()]) this.revoke(id);
  }

  expireAccessTokens(): void {
    for (const grant of this.#grants.values()) this.#forgetAccessTokens(grant, () => true);
  }

  #issue(grant: Grant): TokenResponse {
    const access = this.#identifiers.token('at');
    const refresh = this.#identifiers.token('rt');
    this.#forgetAccessTokens(grant, expiry => expiry <= this.#now());
    grant.accessTokens.set(access, this.#now() + accessTokenSeconds * 1000);
    grant.refreshTokens.set(refresh, 'current');
    this.#grantByToken.set(access, grant).set(refresh, grant);
    const scope = grant.scopes.join(' ');
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      refresh_token: refresh,
      scope,
    };
  }

  #forgetAccessTokens({ accessTokens }: Grant, forgets: (expiry: number) => boolean): void {
    for (const [token, expiry] of accessTokens) {
      if (!forgets(expiry)) continue;
      accessTokens.delete(token);
      this.#grantByToken.delete(token);
    }
  }
}
