import * as oauth from 'oauth4webapi';
import { operationOf } from '../contract/operations';
import { LoginRefused, LoginRequired, MalformedResponse, PlatformError } from '../errors';
import type { Clock } from '../http/clock';
import { boundTokenAnswer } from './token-answer';
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

/** A refresh whose response has no usable access token. The old refresh token is invalid now; this is the new one. */
export interface SpoiltRefresh {
  readonly refreshToken: string;
  readonly fault: PlatformError;
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
   * @throws {LoginRefused} if the person declined, or the callback does not belong to this login
   */
  finish(pending: PendingLogin, callback: URL): Promise<Tokens>;
  /** @throws {LoginRequired} if the token is revoked or was used before */
  refresh(refreshToken: string, scope: string): Promise<Tokens | SpoiltRefresh>;
  close(): Promise<void>;
}

/** Lifetime if the response has no `expires_in` (paragraph 5.5). */
const accessTokenSeconds = 3600;

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
  const tokensOf = (answer: oauth.TokenEndpointResponse, before: Pick<Tokens, 'refreshToken' | 'scope'>) => ({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? before.refreshToken,
    expiresAt: clock.now() + (answer.expires_in ?? accessTokenSeconds) * 1000,
    scope: answer.scope ?? before.scope,
  });
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
        const answer = await bounded(await grant(server, client, none, code, redirectUri, verifier, request));
        const granted = await oauth.processAuthorizationCodeResponse(server, client, answer.response);
        return tokensOf(granted, { refreshToken: undefined, scope });
      } catch (error) {
        throw loginFailure(error);
      }
    },
    async refresh(refreshToken, scope) {
      let renewed: string | undefined;
      try {
        const grant = oauth.refreshTokenGrantRequest;
        const answer = await bounded(await grant(server, client, none, refreshToken, request));
        renewed = answer.refreshToken;
        const granted = await oauth.processRefreshTokenResponse(server, client, answer.response);
        return tokensOf(granted, { refreshToken, scope });
      } catch (error) {
        const fault = loginFailure(error);
        if (renewed !== undefined) return { refreshToken: renewed, fault };
        if (!(fault instanceof LoginRefused && fault.code === 'invalid_grant')) throw fault;
        throw new LoginRequired(
          options,
          'The login has ended: its refresh token is revoked or was used before',
        );
      }
    },
  };
}

/** The parameters of the redirect (paragraph 4.3). Without a code, the token endpoint is not called. */
function authorized(validate: () => URLSearchParams): URLSearchParams {
  const malformed = () =>
    new MalformedResponse(
      { operation: 'oauth.authorize' },
      'the callback',
      'an address with a code of this login',
    );
  try {
    const parameters = validate();
    const codes = parameters.getAll('code');
    if (codes.length === 1 && codes[0]) return parameters;
  } catch (error) {
    throw error instanceof oauth.AuthorizationResponseError ? error : malformed();
  }
  throw malformed();
}

/** Prepares a response for the library: limits the fields of a token response, leaves an error unchanged. */
async function bounded(response: Response) {
  if (response.status !== 200) return { response, refreshToken: undefined };
  const answer = boundTokenAnswer(await response.text());
  const body = answer === undefined ? '' : JSON.stringify(answer);
  return { response: new Response(body, response), refreshToken: answer?.refresh_token };
}

/** Hides the library's error: it contains the whole response. */
function loginFailure(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  if (error instanceof oauth.AuthorizationResponseError) {
    return new LoginRefused('oauth.authorize', error.error);
  }
  if (error instanceof oauth.ResponseBodyError) return new LoginRefused('oauth.token', error.error);
  return new MalformedResponse({ operation: 'oauth.token' }, '', 'a token response for this login');
}
