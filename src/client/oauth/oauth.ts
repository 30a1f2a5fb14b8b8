import * as oauth from 'oauth4webapi';
import { operationOf } from '../contract/operations';
import { isKind, PlatformError } from '../errors';
import type { Clock } from '../http/clock';
import { type AuthorizationServerOptions, createTokenEndpoint } from './token-endpoint';

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

/** The authorization server for one application: authorization code flow with PKCE S256 (section 5). */
export interface AuthorizationServer {
  begin(redirectUri: string, scope: string): Promise<PendingLogin>;
  /**
   * @param callback the address that the browser was redirected to
   * @throws {PlatformError<'LoginRefused'>} if the person declined, or the callback does not belong to this login
   */
  finish(pending: PendingLogin, callback: URL): Promise<Tokens>;
  /** @throws {PlatformError<'LoginRequired'>} if the token is revoked or was used before */
  refresh(refreshToken: string, scope: string): Promise<Tokens>;
  close(): Promise<void>;
}

/** Lifetime if the response has no `expires_in` (paragraph 5.5). */
const accessTokenSeconds = 3600;
/** A year: the end of a longer life may be no date. */
const longestSeconds = 365 * 24 * 3600;

/**
 * Creates the server. This module loads the OAuth library: import it dynamically, so that processes with an API
 * key do not load it.
 * @throws {InvalidOption} naming `authUrl`
 */
export function createAuthorizationServer(
  options: AuthorizationServerOptions,
  clock: Clock,
): AuthorizationServer {
  const { base, post, close } = createTokenEndpoint(options);
  const address = (operation: 'oauth.authorize' | 'oauth.token') =>
    base.origin + base.prefix + operationOf(operation).path;
  const server: oauth.AuthorizationServer = {
    issuer: base.origin + base.prefix,
    authorization_endpoint: address('oauth.authorize'),
    token_endpoint: address('oauth.token'),
  };
  const client: oauth.Client = { client_id: options.clientId };
  const none = oauth.None();
  // Plain http is safe here: `parseBaseUrl` accepts it for loopback hosts only.
  const request = { [oauth.customFetch]: post, [oauth.allowInsecureRequests]: !base.secure };
  const tokensOf = (answer: oauth.TokenEndpointResponse, before: Pick<Tokens, 'refreshToken' | 'scope'>) => {
    const { access_token, refresh_token = before.refreshToken, scope = before.scope } = answer;
    // Visible ASCII (RFC 6749, appendix A): other characters could inject a header.
    if (!/^[\x21-\x7e]+$/.test(access_token + (refresh_token ?? ''))) throw malformed();
    const seconds = Math.min(answer.expires_in ?? accessTokenSeconds, longestSeconds);
    return {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: clock.now() + seconds * 1000,
      scope,
    };
  };
  return {
    close,
    async begin(redirectUri, scope) {
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const url = new URL(address('oauth.authorize'));
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: options.clientId,
        redirect_uri: redirectUri,
        scope,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      }).toString();
      return { url: url.href, redirectUri, scope, state, verifier };
    },
    async finish({ redirectUri, scope, state, verifier }, callback) {
      try {
        const code = authorized(() => oauth.validateAuthResponse(server, client, callback, state));
        const grant = oauth.authorizationCodeGrantRequest;
        const answer = await grant(server, client, none, code, redirectUri, verifier, request);
        const granted = await oauth.processAuthorizationCodeResponse(server, client, answer);
        return tokensOf(granted, { refreshToken: undefined, scope });
      } catch (error) {
        throw loginFailure(error);
      }
    },
    async refresh(refreshToken, scope) {
      try {
        const answer = await oauth.refreshTokenGrantRequest(server, client, none, refreshToken, request);
        const granted = await oauth.processRefreshTokenResponse(server, client, answer);
        return tokensOf(granted, { refreshToken, scope });
      } catch (error) {
        const fault = loginFailure(error);
        if (!(isKind(fault, 'LoginRefused') && fault.facts.code === 'invalid_grant')) throw fault;
        throw new PlatformError('LoginRequired', {
          operation: 'oauth.token',
          identity: options,
          reason: 'The login has ended: its refresh token is revoked or was used before',
        });
      }
    },
  };
}

/** The parameters of the redirect (paragraph 4.3). Without a code, the token endpoint is not called. */
function authorized(validate: () => URLSearchParams): URLSearchParams {
  const fault = () =>
    new PlatformError('MalformedResponse', {
      operation: 'oauth.authorize',
      path: 'the callback',
      expected: 'an address with a code of this login',
    });
  try {
    const parameters = validate();
    const codes = parameters.getAll('code');
    if (codes.length === 1 && codes[0]) return parameters;
  } catch (error) {
    throw error instanceof oauth.AuthorizationResponseError ? error : fault();
  }
  throw fault();
}

/** Hides the library's error: it contains the whole response. */
function loginFailure(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof oauth.AuthorizationResponseError) return refusal('oauth.authorize', error.error);
  if (error instanceof oauth.ResponseBodyError) return refusal('oauth.token', error.error);
  return malformed();
}

function refusal(operation: 'oauth.authorize' | 'oauth.token', said: string): PlatformError<'LoginRefused'> {
  // Any other text of the server is omitted: it may quote the request, which contains a token or a code.
  const code = /^[a-z_]{1,40}$/.test(said) ? said : 'an unknown error';
  return new PlatformError('LoginRefused', { operation, code });
}

function malformed(): PlatformError<'MalformedResponse'> {
  return new PlatformError('MalformedResponse', {
    operation: 'oauth.token',
    path: '',
    expected: 'a token response for this login',
  });
}
