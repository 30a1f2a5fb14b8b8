import { normalizedAddress } from '../contract/base-url';
import { PlatformError, requestOf } from './platform-error';

/** Which login is meant: tokens are good at one authorization server, for one application. */
export interface LoginIdentity {
  /** Address of the authorization server. */
  readonly authUrl: string;
  /** The application's client identifier (paragraph 4.3). */
  readonly clientId: string;
}

/** Nobody is logged in, or the login has ended: only a person can help. */
export class LoginRequired extends PlatformError {
  override readonly name = 'LoginRequired';
  override readonly affectsEveryCall = true;
  /** What the person has to run. */
  readonly command: string;

  constructor({ authUrl, clientId }: LoginIdentity, reason: string) {
    const [address, client] = [shellWord(normalizedAddress(authUrl)), shellWord(clientId)];
    const command = `npx cdktf-provider-svc login --auth-url ${address} --client-id ${client}`;
    super(`${reason}. Log in again:\n  ${command}`, { operation: 'oauth.token' });
    this.command = command;
  }
}

/** The authorization server, or the person before it, said no. */
export class LoginRefused extends PlatformError {
  override readonly name = 'LoginRefused';
  override readonly affectsEveryCall = true;
  /** Error code of RFC 6749 (4.1.2.1 and 5.2), such as `access_denied`. */
  readonly code: string;

  constructor(operation: 'oauth.authorize' | 'oauth.token', code: string) {
    // The server's text is left out: it may quote the request, which holds a token or a code.
    const shown = /^[a-z_]{1,40}$/.test(code) ? code : 'an unknown error';
    super(`The authorization server refused (${requestOf({ operation })}: ${shown}).`, { operation });
    this.code = shown;
  }
}

/** People copy the command into a shell: nothing in an address may run there. */
function shellWord(text: string): string {
  return /^[\w.~:@/%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
