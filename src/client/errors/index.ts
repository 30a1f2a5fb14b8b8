export { InvalidOption, UnusableLogins } from '../contract/invalid-option';
export { commandToLogIn, isClientId, type LoginIdentity } from './login-command';
export { type ErrorKind, type Facts, isAnswered, isKind, PlatformError } from './platform-error';
