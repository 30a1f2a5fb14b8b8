/**
 * Logins of people. Import this module only where a login is used: processes with an API key then do not load the
 * OAuth library.
 */
export { type LoginCredentialOptions, loginCredential } from './login-credential';
export { createLoginStore, type Login, type LoginStore } from './login-store';
export {
  type AuthorizationServer,
  createAuthorizationServer,
  type PendingLogin,
  type Tokens,
} from './oauth';
