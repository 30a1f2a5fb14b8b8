/**
 * Logins of people. Import this module only where a login is used: processes with an API key then do not load the
 * OAuth library.
 */
export { loginCredential } from './login-credential';
export { createLoginStore, type Login } from './login-store';
export { createAuthorizationServer, type PendingLogin, type Tokens } from './oauth';
