import { Command } from 'commander';
import { commandToLogIn } from '../client';
import { createLoginStore, isSameLogin } from '../client/oauth/login';
import { clientIdOption, sayLogin, serverOption } from './login-options';
import { print } from './say';

interface WhoamiFlags {
  readonly authUrl?: string;
  readonly clientId?: string;
}

/** `whoami`: lists the logins on this machine. */
export function whoamiCommand(): Command {
  return new Command('whoami')
    .description('List the logins on this machine: server, client, scopes and expiry.')
    .addOption(serverOption())
    .addOption(clientIdOption())
    .addHelpText('after', '\nExample:\n  $ npx cdktf-provider-svc whoami')
    .action(run);
}

async function run({ authUrl, clientId }: WhoamiFlags): Promise<void> {
  const logins = (await createLoginStore(process.env).all()).filter(login =>
    isSameLogin(login, { authUrl: authUrl ?? login.authUrl, clientId: clientId ?? login.clientId }),
  );
  if (logins.length === 0) throw new Error(nobody(authUrl, clientId));
  for (const login of logins) print(sayLogin(login));
}

function nobody(authUrl: string | undefined, clientId: string | undefined): string {
  const [address, client] = [authUrl ?? 'URL', clientId ?? 'ID'];
  const placeholders =
    authUrl === undefined || clientId === undefined
      ? '\nURL is the address of the authorization server, ID the client identifier of your application.'
      : '';
  return `Nobody is logged in. Log in with:\n\n    ${commandToLogIn({ authUrl: address, clientId: client })}\n${placeholders}`;
}
