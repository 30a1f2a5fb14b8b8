import { normalizedAddress } from '../contract/base-url';
import { shellWord } from '../redaction/shell-word';

/** Identifies a login: tokens belong to one authorization server and one application. */
export interface LoginIdentity {
  /** Address of the authorization server. */
  readonly authUrl: string;
  /** The application's client identifier (paragraph 4.3). */
  readonly clientId: string;
}

/** True for an identifier that an address and a command can carry. */
export const isClientId = (id: string) => /^[\w.~:@-]{1,200}$/.test(id);

/** The command that a person copies. Indented on a line of its own, it is wrapped by no terminal and no Terraform. */
export function commandToLogIn({ authUrl, clientId }: LoginIdentity): string {
  const [address, client] = [shellWord(normalizedAddress(authUrl)), shellWord(clientId)];
  return `npx --no cdktf-provider-svc login --auth-url ${address} --client-id ${client}`;
}
