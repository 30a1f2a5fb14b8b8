import { normalizedAddress } from '../contract/base-url';
import { type LoginIdentity, LoginRequired, type PlatformError } from '../errors';
import type { Clock } from '../http/clock';
import type { CredentialSource } from '../http/credential-source';
import type { Login, LoginStore } from './login-store';
import type { SpoiltRefresh, Tokens } from './oauth';

export interface LoginCredentialOptions {
  readonly identity: LoginIdentity;
  readonly store: LoginStore;
  /** Exchanges a refresh token, which becomes invalid by that. */
  readonly refresh: (refreshToken: string, scope: string) => Promise<Tokens | SpoiltRefresh>;
  readonly clock: Clock;
  /** Called when a renewed login cannot be stored. This process still uses it; the next one has no login. */
  readonly onUnstored?: ((reason: string) => void) | undefined;
}

/** Result of a refresh. With a fault, only the refresh token in it can be used. */
interface Renewal {
  readonly login: Login;
  readonly fault?: PlatformError;
}

/**
 * Source of access tokens for a person's login. If several calls or processes find the token expired, one of them
 * refreshes it and holds the store's lock meanwhile. The others use the token that it stores.
 */
export function loginCredential({
  identity,
  store,
  refresh,
  clock,
  onUnstored = () => {},
}: LoginCredentialOptions): CredentialSource {
  let login: Login | undefined;
  let renewing: Promise<Login> | undefined;
  // A login newer than the stored one, because the store could not be written.
  let unstoredLogin: Login | undefined;

  const isUsable = (candidate: Login | undefined, refused: string | undefined): candidate is Login =>
    candidate !== undefined && candidate.accessToken !== refused && candidate.expiresAt > clock.now();

  const requireLogin = (candidate: Login | undefined): Login => {
    if (candidate !== undefined) return candidate;
    throw new LoginRequired(identity, `Nobody is logged in at ${normalizedAddress(identity.authUrl)}`);
  };

  const refreshed = async (candidate: Login | undefined): Promise<Renewal> => {
    const held = requireLogin(candidate);
    const { refreshToken, scope } = held;
    if (refreshToken === undefined) {
      throw new LoginRequired(identity, 'The login has expired, and it has no refresh token');
    }
    const granted = await refresh(refreshToken, scope);
    if (!('fault' in granted)) return { login: { ...identity, ...granted } };
    const { fault, refreshToken: next } = granted;
    return { login: { ...held, refreshToken: next, expiresAt: 0 }, fault };
  };

  /** The response invalidates the old refresh token. So the new one must be written to disk before anything else. */
  const refreshAndStore = async (refused: string | undefined): Promise<Login> => {
    let renewal: Renewal | undefined;
    const change = async (held: Login | undefined) => {
      if (isUsable(held, refused)) return held;
      renewal = await refreshed(unstoredLogin ?? held);
      return renewal.login;
    };
    const stored = await store.update(identity, change).catch((error: unknown) => {
      if (renewal === undefined) throw error;
      onUnstored(error instanceof Error ? error.message : 'The store failed.');
      return undefined;
    });
    unstoredLogin = stored === undefined ? renewal?.login : undefined;
    if (renewal?.fault !== undefined) throw renewal.fault;
    return stored ?? requireLogin(unstoredLogin);
  };

  const renew = async (refused: string | undefined): Promise<Login> => {
    const stored = await store.find(identity);
    if (isUsable(stored, refused)) return stored;
    // No stored login: do not lock, and do not write.
    return stored === undefined && unstoredLogin === undefined
      ? requireLogin(stored)
      : refreshAndStore(refused);
  };

  return async refused => {
    if (isUsable(login, refused)) return login.accessToken;
    renewing ??= renew(refused).finally(() => {
      renewing = undefined;
    });
    login = await renewing;
    return login.accessToken;
  };
}
