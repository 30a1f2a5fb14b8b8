export { InvalidOption } from '../contract/invalid-option';
export { Ambiguous, Cancelled, ConnectionLost, TimedOut, Unreachable } from './connection-errors';
export { commandToLogIn, type LoginIdentity, LoginRefused, LoginRequired } from './login-errors';
export { EndlessList, EndUnknown, MalformedResponse } from './malformed-response';
export { StillShown, Unobservable, Unsupported } from './missing-operations';
export { NoApi } from './no-api';
export { type ErrorContext, PlatformError } from './platform-error';
export {
  Conflict,
  type CredentialKind,
  Forbidden,
  ForbiddenOrGone,
  Invalid,
  NotFound,
  RateLimited,
  Redirected,
  RefusedInFront,
  ServerError,
  Unauthorized,
} from './refusals';
