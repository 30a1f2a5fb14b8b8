import type { Clock } from './clock';
import type { CredentialSource } from './credential-source';
import { type LoginIdentity, LoginRequired } from './errors';
import type { Login, LoginStore } from './login-store';
import type { Tokens } from './oauth';

export interface LoginCredentialOptions {
  readonly identity: LoginIdentity;
  readonly store: LoginStore;
  /** Exchanges a refresh token, which is used up by it. */
  readonly refresh: (refreshToken: string, scope: string) => Promise<Tokens>;
  readonly clock: Clock;
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
}: LoginCredentialOptions): CredentialSource {
  let login: Login | undefined;
  let renewing: Promise<Login> | undefined;

  const isUsable = (candidate: Login | undefined, refused: string | undefined): candidate is Login =>
    candidate !== undefined && candidate.accessToken !== refused && candidate.expiresAt > clock.now();

  const refreshed = async (held: Login | undefined): Promise<Login> => {
    if (held === undefined) throw new LoginRequired(identity, `Nobody is logged in at ${identity.authUrl}`);
    const { refreshToken, scope } = held;
    if (refreshToken === undefined) {
      throw new LoginRequired(identity, 'The login has ended: it came without a refresh token');
    }
    return { ...identity, ...(await refresh(refreshToken, scope)) };
  };

  const renew = async (refused: string | undefined): Promise<Login> => {
    const stored = await store.find(identity);
    if (isUsable(stored, refused)) return stored;
    // Nobody to wait for, and nothing to write where no login is.
    if (stored === undefined) return refreshed(stored);
    return store.update(identity, async held => (isUsable(held, refused) ? held : refreshed(held)));
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
