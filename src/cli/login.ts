import { constants } from 'node:os';
import { Command } from 'commander';
import { systemClock } from '../client';
import type { LoginIdentity } from '../client/errors';
import { createAuthorizationServer, createLoginStore } from '../client/oauth/login';
import { networkTo } from '../provider/connection/network';
import { openBrowser } from './browser';
import { clientIdOption, redirectOption, sayLogin, serverOption } from './login-options';
import { awaitCallback } from './loopback-redirect';
import { say } from './say';

interface LoginFlags extends LoginIdentity {
  readonly scope: string;
  readonly browser: boolean;
  readonly redirect?: string;
}

/** Scopes for webhook endpoints and tenants. No documented scope covers API keys. */
const defaultScope = 'tenants:read webhooks:manage';

/** `login`: the authorization code flow with PKCE, in the user's browser (paragraph 5.4). */
export function loginCommand(): Command {
  return new Command('login')
    .description('Log in as a person, for a provider that is configured with oauth. CI uses API keys.')
    .addOption(serverOption().makeOptionMandatory())
    .addOption(clientIdOption().makeOptionMandatory())
    .option('--scope <scopes>', 'scopes to ask for, separated by spaces', defaultScope)
    .option('--no-browser', 'only print the address to open')
    .addOption(redirectOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ npx --no cdktf-provider-svc login --auth-url https://auth.example.com --client-id app_123',
    )
    .action(run);
}

async function run({ authUrl, clientId, scope, browser, redirect }: LoginFlags): Promise<void> {
  const store = createLoginStore(process.env);
  const network = await networkTo(authUrl, process.env);
  const server = createAuthorizationServer({ authUrl, clientId, ...network }, systemClock);
  // Check before the login: a store that cannot be written would waste the user's consent.
  await store.update({ authUrl, clientId }, async held => held);
  const callback = await awaitCallback(redirect);
  // An exit in order removes the page for the browser. By default, a signal ends a process without one.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  try {
    const pending = await server.begin(callback.redirectUri, scope);
    say('Log in and consent in your browser. If it shows no page, open this address yourself:');
    say(pending.url);
    say(
      "A browser on another machine (SSH) cannot open the address at which it ends: run curl 'ADDRESS' with it here.",
    );
    if (browser)
      openBrowser(pending.url, () =>
        say('This command could not open a browser here. Open that address yourself.'),
      );
    // Store the tokens first: the page in the browser then says "logged in".
    const login = await callback.complete(pending.state, async address => {
      const tokens = await server.finish(pending, address);
      return store.update({ authUrl, clientId }, async () => ({ authUrl, clientId, ...tokens }));
    });
    say(sayLogin(login));
    say(`The tokens are in ${store.path}, readable only by you.`);
  } finally {
    callback.close();
  }
}
