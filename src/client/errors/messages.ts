import { contract } from '../contract/operations';
import { askedPause, ended, type FailedCall, requestOf, saidBy, times } from './failed-call';
import { commandToLogIn, type LoginIdentity } from './login-command';

/** What a call is authorized by (section 5). */
export type CredentialKind = 'API key' | 'login';

interface OfObject extends FailedCall {
  readonly id: string;
}

interface Tried extends FailedCall {
  readonly attempts: number;
}

interface Unconnected extends Tried {
  /** Host and port. */
  readonly address: string;
  /** Code of the system or of TLS, such as `ECONNREFUSED`. */
  readonly code: string;
}

interface OfAddress extends FailedCall {
  readonly circumstance: string;
}

interface Denied extends FailedCall {
  /** Named by the platform. */
  readonly missingScope?: string | undefined;
  /** That of the contract. Absent: the call needs an unrestricted key. */
  readonly usualScope?: string | undefined;
  readonly credential: CredentialKind;
}

/** What a call can end in: each kind of error, the facts that it knows, and its message, without a secret or a body. */
export const messages = {
  /** The connection failed: refused, unknown host name, untrusted certificate, or time-out. */
  Unreachable: (call: Unconnected) =>
    `No connection to ${call.address} (${call.code}), needed for ${requestOf(call)}. The request was tried ` +
    `${times(call.attempts)}.`,

  /** The connection broke before the response to a call that is safe to retry. */
  ConnectionLost: (call: Unconnected) =>
    `The connection to ${call.address} broke during ${requestOf(call)} (${call.code}). The request was tried ` +
    `${times(call.attempts)}.`,

  /** No complete response within the time-out of one attempt. */
  TimedOut: (call: Tried & { readonly address: string; readonly seconds: number }) =>
    `${call.address} did not answer ${requestOf(call)} within ${call.seconds} seconds. The request was tried ` +
    `${times(call.attempts)}.`,

  /** The response to a POST is lost: a retry could create a second object. An invalid response may show the id. */
  Ambiguous: (call: OfAddress & { readonly id?: string | undefined }) => {
    const known = call.id === undefined ? '' : ` The response names the id "${call.id}".`;
    return `It is not known whether ${requestOf(call)} took effect: ${call.circumstance}.${known}${askedPause(call)}`;
  },

  /** The caller's signal ended the call. */
  Cancelled: (call: FailedCall) => `${requestOf(call)} was cancelled.`,

  /** The configured address answers, and the platform's API is not there: a wrong path, or a web page. */
  NoApi: (call: OfAddress & { readonly address: string }) => {
    const { method, path } = contract[call.operation];
    return `No API at ${method} ${call.address}${path}: ${call.circumstance}.`;
  },

  /** Nobody is logged in, or the login has ended. A person must log in. */
  LoginRequired: (call: FailedCall & { readonly identity: LoginIdentity; readonly reason: string }) =>
    `${call.reason}. Log in with:\n\n    ${commandToLogIn(call.identity)}`,

  /** The server, or the person, refused the login. The code is of RFC 6749 (4.1.2.1, 5.2), such as `access_denied`. */
  LoginRefused: (call: FailedCall & { readonly code: string }) =>
    `The authorization server refused (${requestOf(call)}: ${call.code}).`,

  /** 401: the key is missing, unknown or revoked. */
  Unauthorized: (call: FailedCall) =>
    `The platform does not accept the API key (401 on ${requestOf(call)}).${saidBy(call)}`,

  /** 403: the credential is valid but lacks the permission. */
  Forbidden: forbidden,

  /** 403 for an object that its collection, which can be read, lacks. Some platforms answer so for what does not exist. */
  ForbiddenOrGone: (call: Denied & OfObject) =>
    `${forbidden(call)} The list works and does not have "${call.id}".`,

  /** 403 without JSON: a firewall, a proxy or a login page has answered in place of the platform. */
  RefusedInFront: (call: FailedCall) =>
    `Something in front of the platform refused ${requestOf(call)} (403, without JSON).`,

  /** 404 for an object. Reads accept it only if the collection also lacks the object. Without an id: the address itself. */
  NotFound: (call: FailedCall & { readonly id: string | undefined }) => {
    const what = call.id === undefined ? 'nothing at the address' : `no object "${call.id}"`;
    return `The platform knows ${what} of ${requestOf(call)} (404).${saidBy(call)}`;
  },

  /** 409 or 423: the platform's state forbids the request, perhaps for now. Only the platform knows what it is. */
  Conflict: (call: Tried) =>
    `${requestOf(call)} was refused ${times(call.attempts)} (${call.status}).${askedPause(call)}${saidBy(call)}`,

  /** 400, 422 and other responses that reject the request, or an argument rejected before the request. */
  Invalid: (call: FailedCall & { readonly fields: ReadonlyMap<string, string> }) => {
    const list = [...call.fields].map(([name, problem]) => `${name}: ${problem}`).join('; ');
    const status = call.status === undefined ? '' : ` (${call.status})`;
    const detail = list === '' ? '' : ` Fields: ${ended(list)}`;
    return `The request ${requestOf(call)} is not valid${status}.${saidBy(call)}${detail}`;
  },

  /** A limit after all retries, or with a pause that is too long. No attempt was made while another call's pause lasts. */
  RateLimited: (call: Tried) => {
    const turnedAway =
      call.attempts === 0 ? 'was not called' : `was refused ${times(call.attempts)} (${call.status ?? 429})`;
    return `The platform limits the rate: ${requestOf(call)} ${turnedAway}.${askedPause(call)}${saidBy(call)}`;
  },

  /** 5xx after all retries of a call that is safe to retry, or with a pause that is too long. */
  ServerError: (call: Tried) =>
    `The platform failed at ${requestOf(call)} ${times(call.attempts)} (${call.status}).${askedPause(call)}${saidBy(call)}`,

  /** 3xx. Redirects are not followed: the key would be sent to an address that nobody configured. */
  Redirected: (call: FailedCall & { readonly host: string | undefined }) => {
    const target = call.host === undefined ? '' : ` to the host ${call.host}`;
    return (
      `The platform answered ${requestOf(call)} with a redirect${target} (${call.status}). The redirect is not followed: ` +
      'the API key is for the configured address only.'
    );
  },

  /** A success that contradicts the contract. No value is quoted. The path, as `data[3].id`, is empty for the whole. */
  MalformedResponse: (call: FailedCall & { readonly path: string; readonly expected: string }) =>
    `The platform's answer to ${requestOf(call)} is malformed: ${call.path || 'the answer'} should be ${call.expected}.`,

  /** A list that stopped without a word: nobody can tell whether it is whole. Its reader has the objects before it. */
  EndUnknown: (call: FailedCall & { readonly count: number }) =>
    `Only the first ${call.count} objects of ${requestOf(call)} are seen: the answer has no next_cursor, so nobody can ` +
    'tell whether more follow.',

  /** A list without an end: its cursor repeats, or its pages contain nothing new. */
  EndlessList: (call: OfAddress) =>
    `The platform's list of ${requestOf(call)} does not end: ${call.circumstance}.`,

  /** The platform lacks an operation: it answered 405, 501 or a 404 for its collection, or the caller declared it. */
  Unsupported: (call: FailedCall & { readonly declared: boolean; readonly listedId?: string }) => {
    const named = `${requestOf(call)} (${call.operation})`;
    if (call.declared) return `${named} is declared unavailable.`;
    const met = call.status === undefined ? '' : `: it answers ${call.status}`;
    if (call.listedId === undefined) return `The platform does not offer ${named}${met}.`;
    return (
      `${named} answers ${call.status} for "${call.listedId}", but the list shows it. Either the list lags behind a ` +
      'deletion, or the platform does not offer this operation.'
    );
  },

  /** Neither the object nor its collection can be read. Its state is unknown. */
  Unobservable: (call: OfObject) =>
    `"${call.id}" cannot be read: neither ${requestOf(call)} nor its collection is available.`,

  /** A DELETE was accepted (202), and nothing shows that it is done. */
  StillShown: (call: OfObject) =>
    `The platform has accepted ${requestOf(call)} (202), and nothing shows that "${call.id}" is gone.`,
};

function forbidden(call: Denied): string {
  const usual = call.usualScope === undefined ? 'an unrestricted key' : `the scope ${call.usualScope}`;
  const missing = call.missingScope && `: the scope ${call.missingScope} is missing.`;
  const why = missing ?? ` (403). This call usually needs ${usual}.`;
  return `The ${call.credential} may not call ${requestOf(call)}${why}${saidBy(call)}`;
}
