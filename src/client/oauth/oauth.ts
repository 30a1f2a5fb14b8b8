import * as oauth from 'oauth4webapi';
import { parseBaseUrl } from '../contract/base-url';
import { contract } from '../contract/operations';
import { InvalidOption, isClientId, isKind, type LoginIdentity, PlatformError } from '../errors';
import type { Clock } from '../http/clock';
import type { ClientOptions } from '../http/settings';
import { tokenRequests } from './token-requests';

type AuthorizationServerOptions = LoginIdentity &
  Pick<ClientOptions, 'timeoutSeconds' | 'extraCertificates' | 'proxies'>;

/** Response of the token endpoint (paragraph 2.3). */
export interface Tokens {
  readonly accessToken: string;
  /** Single-use: each refresh returns a new one (paragraph 5.6). If absent, the login ends with the access token. */
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Granted scopes, separated by single spaces. */
  readonly scope: string;
}

/** A login that waits for the browser to come back. */
export interface PendingLogin {
  /** Address at which the person consents. */
  readonly url: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
  readonly verifier: string;
}

/** Lifetime if the response has no `expires_in` (paragraph 5.5). */
const accessTokenSeconds = 3600;
/** A year: the end of a longer life may be no date. */
const longestSeconds = 365 * 24 * 3600;

/**
 * The authorization server for one application: authorization code flow with PKCE S256 (section 5). This module loads the
 * OAuth library: import it dynamically, so that processes with an API key do not load it.
 * @throws {InvalidOption} if address or client cannot be used
 */
export function createAuthorizationServer(options: AuthorizationServerOptions, clock: Clock) {
  const { authUrl, clientId, timeoutSeconds = 30, extraCertificates, proxies } = options;
  const base = parseBaseUrl(authUrl, 'auth_url (or SVC_AUTH_URL)');
  if (!isClientId(clientId))
    throw new InvalidOption('client_id (or SVC_CLIENT_ID)', 'is not a client identifier');
  const address = (operation: 'oauth.authorize' | 'oauth.token') =>
    base.origin + base.prefix + contract[operation].path;
  const server: oauth.AuthorizationServer = {
    issuer: base.origin + base.prefix,
    authorization_endpoint: address('oauth.authorize'),
    token_endpoint: address('oauth.token'),
  };
  const client: oauth.Client = { client_id: clientId };
  const none = oauth.None();
  // Plain http is safe here: `parseBaseUrl` accepts it for loopback hosts only.
  const request = {
    [oauth.customFetch]: tokenRequests({ base, timeoutSeconds, extraCertificates, proxies }),
    [oauth.allowInsecureRequests]: !base.secure,
  };
  const tokensOf = (
    answer: oauth.TokenEndpointResponse,
    before: Pick<Tokens, 'refreshToken' | 'scope'>,
  ): Tokens => {
    const { access_token, refresh_token = before.refreshToken, scope = before.scope } = answer;
    // Visible ASCII (RFC 6749, appendix A): other characters could inject a header.
    if (!/^[\x21-\x7e]+$/.test(access_token + (refresh_token ?? ''))) throw malformed('oauth.token');
    const lifetime = Math.min(answer.expires_in ?? accessTokenSeconds, longestSeconds);
    return {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: clock.now() + lifetime * 1000,
      scope,
    };
  };
  const sayHowToLogIn = (error: unknown): never => {
    if (!(isKind(error, 'LoginRefused') && error.facts.code === 'invalid_grant')) throw error;
    throw loginRequired(
      { authUrl, clientId },
      'The login has ended: its refresh token is revoked or was used before',
    );
  };
  return {
    async begin(redirectUri: string, scope: string): Promise<PendingLogin> {
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const url = new URL(address('oauth.authorize'));
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      }).toString();
      return { url: url.href, redirectUri, scope, state, verifier };
    },
    /** @throws {PlatformError<'LoginRefused'>} if the person declined, or the callback is not of this login */
    async finish({ redirectUri, scope, state, verifier }: PendingLogin, callback: URL) {
      const answer = await understood('oauth.authorize', async () => {
        // The platform's document names no issuer, so none can be compared. State and PKCE tell whose answer this is.
        const shown = new URL(callback);
        shown.searchParams.delete('iss');
        // Without exactly one code, the library does not call the token endpoint.
        const parameters = oauth.validateAuthResponse(server, client, shown, state);
        const grant = oauth.authorizationCodeGrantRequest;
        return grant(server, client, none, parameters, redirectUri, verifier, request);
      });
      const granted = await understood('oauth.token', () =>
        oauth.processAuthorizationCodeResponse(server, client, answer),
      );
      return tokensOf(granted, { refreshToken: undefined, scope });
    },
    /** @throws {PlatformError<'LoginRequired'>} if the token is revoked or was used before */
    async refresh(refreshToken: string, scope: string) {
      const granted = understood('oauth.token', async () => {
        const answer = await oauth.refreshTokenGrantRequest(server, client, none, refreshToken, request);
        return oauth.processRefreshTokenResponse(server, client, answer);
      });
      return tokensOf(await granted.catch(sayHowToLogIn), { refreshToken, scope });
    },
  };
}

/** What each operation should answer. */
const expected = {
  'oauth.authorize': { path: 'the callback', expected: 'an address with a code of this login' },
  'oauth.token': { path: '', expected: 'a token response for this login' },
} as const;

const malformed = (operation: keyof typeof expected) =>
  new PlatformError('MalformedResponse', { operation, ...expected[operation] });

/** Replaces an error of the library, which contains the whole response. */
async function understood<T>(operation: keyof typeof expected, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof PlatformError || error instanceof InvalidOption) throw error;
    if (!(error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError))
      throw malformed(operation);
    // Any other text of the server is omitted: it may quote the request, which contains a token or a code.
    const code = /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'an unknown error';
    throw new PlatformError('LoginRefused', { operation, code });
  }
}

export const loginRequired = (identity: LoginIdentity, reason: string) =>
  new PlatformError('LoginRequired', { operation: 'oauth.token', identity, reason });
