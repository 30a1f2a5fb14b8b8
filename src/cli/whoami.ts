import { Command } from 'commander';
import { commandToLogIn } from '../client';
import { createLoginStore } from '../client/oauth/login';
import { sayLogin } from './login-options';
import { print } from './say';

export function whoamiCommand(): Command {
  return new Command('whoami')
    .description('List the logins on this machine: server, client, scopes and expiry.')
    .addHelpText('after', '\nExample:\n  $ npx --no cdktf-provider-svc whoami')
    .action(run);
}

async function run(): Promise<void> {
  const logins = await createLoginStore(process.env).all();
  if (logins.length === 0) throw new Error(nobody);
  for (const login of logins) print(sayLogin(login));
}

const nobody =
  `Nobody is logged in. Log in with:\n\n    ${commandToLogIn({ authUrl: 'URL', clientId: 'ID' })}\n\n` +
  'URL is the address of the authorization server, ID the client identifier of your application.';
