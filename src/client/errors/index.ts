export { InvalidOption } from '../contract/invalid-option';
export type { FailedCall } from './failed-call';
export { commandToLogIn, isClientId, type LoginIdentity } from './login-command';
export type { CredentialKind } from './messages';
export { type ErrorKind, type Facts, isAnswered, isKind, PlatformError } from './platform-error';
