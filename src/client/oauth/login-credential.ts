import { normalizedAddress } from '../contract/base-url';
import { type LoginIdentity, LoginRequired, type PlatformError } from '../errors';
import type { Clock } from '../http/clock';
import type { CredentialSource } from '../http/credential-source';
import type { Login, LoginStore } from './login-store';
import type { SpoiltRefresh, Tokens } from './oauth';

export interface LoginCredentialOptions {
  readonly identity: LoginIdentity;
  readonly store: LoginStore;
  /** Exchanges a refresh token, which is used up by it. */
  readonly refresh: (refreshToken: string, scope: string) => Promise<Tokens | SpoiltRefresh>;
  readonly clock: Clock;
  /** Told when a renewed login cannot be stored: this process goes on with it, the next one has none. */
  readonly onUnstored?: ((reason: string) => void) | undefined;
}

/** A login out of a refresh; with a fault, only its refresh token is good. */
interface Renewal {
  readonly login: Login;
  readonly fault?: PlatformError;
}

/**
 * Access tokens of a person's login. However many calls and processes find the token expired, one of them
 * refreshes: it holds the store's lock meanwhile, and the others take what it has stored.
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
  // Newer than what is stored: the store could not be written.
  let unstored: Login | undefined;

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
      throw new LoginRequired(identity, 'The login has ended: it came without a refresh token');
    }
    const granted = await refresh(refreshToken, scope);
    if (!('fault' in granted)) return { login: { ...identity, ...granted } };
    const { fault, refreshToken: next } = granted;
    return { login: { ...held, refreshToken: next, expiresAt: 0 }, fault };
  };

  /** The old refresh token is used up from the answer on, so nothing may come between the new one and the disk. */
  const refreshAndStore = async (refused: string | undefined): Promise<Login> => {
    let renewal: Renewal | undefined;
    const change = async (held: Login | undefined) => {
      if (isUsable(held, refused)) return held;
      renewal = await refreshed(unstored ?? held);
      return renewal.login;
    };
    const stored = await store.update(identity, change).catch((error: unknown) => {
      if (renewal === undefined) throw error;
      onUnstored(error instanceof Error ? error.message : 'The store failed.');
      return undefined;
    });
    unstored = stored === undefined ? renewal?.login : undefined;
    if (renewal?.fault !== undefined) throw renewal.fault;
    return stored ?? requireLogin(unstored);
  };

  const renew = async (refused: string | undefined): Promise<Login> => {
    const stored = await store.find(identity);
    if (isUsable(stored, refused)) return stored;
    // Nobody to wait for, and nothing to write where no login is.
    return stored === undefined && unstored === undefined ? requireLogin(stored) : refreshAndStore(refused);
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
