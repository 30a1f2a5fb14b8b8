import { normalizedAddress } from '../contract/base-url';
import type { LoginIdentity } from '../errors';
import type { Clock } from '../http/clock';
import type { CredentialSource } from '../http/settings';
import type { Login, LoginStore } from './login-store';
import { loginRequired, type Tokens } from './oauth';

/**
 * Source of access tokens for a person's login. If several calls or processes find the token expired, one of them
 * refreshes it and holds the store's lock meanwhile. The others use the token that it stores.
 * @param refresh exchanges a refresh token, which becomes invalid by that
 */
export function loginCredential(
  identity: LoginIdentity,
  store: LoginStore,
  refresh: (refreshToken: string, scope: string) => Promise<Tokens>,
  clock: Clock,
): CredentialSource {
  let login: Login | undefined;
  let renewing: Promise<Login> | undefined;
  /** True once a refresh token is used up and its successor is not stored: another attempt would hide that reason. */
  let isSpent = false;

  const isUsable = (candidate: Login | undefined, refused: string | undefined): candidate is Login =>
    candidate !== undefined && candidate.accessToken !== refused && candidate.expiresAt > clock.now();

  const renewed = async (held: Login | undefined): Promise<Login> => {
    if (held === undefined)
      throw loginRequired(identity, `Nobody is logged in at ${normalizedAddress(identity.authUrl)}`);
    if (held.refreshToken === undefined)
      throw loginRequired(identity, 'The login has expired, and it has no refresh token');
    const login = { ...identity, ...(await refresh(held.refreshToken, held.scope)) };
    isSpent = true;
    return login;
  };

  const renew = async (refused: string | undefined): Promise<Login> => {
    const stored = await store.find(identity);
    if (isUsable(stored, refused)) return stored;
    // No stored login: do not lock, and do not write.
    if (stored === undefined) return renewed(stored);
    // Another process may have refreshed meanwhile.
    const updated = await store.update(identity, async held =>
      isUsable(held, refused) ? held : renewed(held),
    );
    isSpent = false;
    return updated;
  };

  return async refused => {
    if (isUsable(login, refused)) return login.accessToken;
    renewing ??= renew(refused).finally(() => {
      if (!isSpent) renewing = undefined;
    });
    login = await renewing;
    return login.accessToken;
  };
}
