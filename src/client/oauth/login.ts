/** Logins of people. Import it where a login is used: with an API key, no process loads the OAuth library. */
export { loginCredential } from './login-credential';
export { createLoginStore, type Login } from './login-store';
export { createAuthorizationServer, type PendingLogin, type Tokens } from './oauth';
