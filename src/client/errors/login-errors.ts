import { normalizedAddress } from '../contract/base-url';
import { shellWord } from '../redaction/shell-word';
import { PlatformError, requestOf } from './platform-error';

/** Identifies a login: tokens belong to one authorization server and one application. */
export interface LoginIdentity {
  /** Address of the authorization server. */
  readonly authUrl: string;
  /** The application's client identifier (paragraph 4.3). */
  readonly clientId: string;
}

/** The command that a person copies. Indented on a line of its own, it is wrapped by no terminal and no Terraform. */
export function commandToLogIn({ authUrl, clientId }: LoginIdentity): string {
  const [address, client] = [shellWord(normalizedAddress(authUrl)), shellWord(clientId)];
  return `npx cdktf-provider-svc login --auth-url ${address} --client-id ${client}`;
}

/** Nobody is logged in, or the login has ended. A person must log in. */
export class LoginRequired extends PlatformError {
  override readonly name = 'LoginRequired';
  override readonly affectsEveryCall = true;

  constructor(identity: LoginIdentity, reason: string) {
    super(`${reason}. Log in with:\n\n    ${commandToLogIn(identity)}`, { operation: 'oauth.token' });
  }
}

/** The authorization server, or the person, refused the login. */
export class LoginRefused extends PlatformError {
  override readonly name = 'LoginRefused';
  override readonly affectsEveryCall = true;
  /** Error code of RFC 6749 (4.1.2.1 and 5.2), such as `access_denied`. */
  readonly code: string;

  constructor(operation: 'oauth.authorize' | 'oauth.token', code: string) {
    // The server's text is omitted: it may quote the request, which contains a token or a code.
    const shown = /^[a-z_]{1,40}$/.test(code) ? code : 'an unknown error';
    super(`The authorization server refused (${requestOf({ operation })}: ${shown}).`, { operation });
    this.code = shown;
  }
}
