import { Command } from 'commander';
import type { LoginIdentity } from '../client/errors';
import { createLoginStore } from '../client/oauth/login';
import { clientIdOption, serverOption } from './login-options';
import { say } from './say';

export function logoutCommand(): Command {
  return new Command('logout')
    .description('Remove the tokens of a login from this machine.')
    .addOption(serverOption().makeOptionMandatory())
    .addOption(clientIdOption().makeOptionMandatory())
    .addHelpText(
      'after',
      '\nExample:\n  $ npx --no cdktf-provider-svc logout --auth-url https://auth.example.com --client-id app_123',
    )
    .action(run);
}

async function run({ authUrl, clientId }: LoginIdentity): Promise<void> {
  const store = createLoginStore(process.env);
  const identity = { authUrl, clientId };
  if ((await store.find(identity)) === undefined) {
    say(`Nobody was logged in at ${authUrl} as client ${clientId}.`);
    return;
  }
  await store.update(identity, () => Promise.resolve(undefined));
  // The platform documents no way to revoke a token (section 5).
  say(
    `Logged out: the tokens are removed from ${store.path}. The platform's document names no way to ` +
      'revoke them, so the access token works until it expires.',
  );
}
