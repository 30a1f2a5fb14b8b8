/** Logins of people: imported where one is used, so that processes with an API key do not load the OAuth library. */
export { type LoginCredentialOptions, loginCredential } from './login-credential';
export { createLoginStore, isSameLogin, type Login, type LoginStore } from './login-store';
export {
  type AuthorizationServer,
  createAuthorizationServer,
  type PendingLogin,
  type SpoiltRefresh,
  type Tokens,
} from './oauth';

export type { AuthorizationServerOptions } from './token-endpoint';
