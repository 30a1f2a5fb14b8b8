import { Option } from 'commander';
import { normalizedAddress, printable } from '../client';
import type { Login } from '../client/oauth/login';

export function serverOption(): Option {
  return new Option('--auth-url <url>', 'address of the authorization server').env('SVC_AUTH_URL');
}

export function clientIdOption(): Option {
  return new Option('--client-id <id>', 'client identifier of the application').env('SVC_CLIENT_ID');
}

/** Formats a login: address, client, scopes and expiry, never a token. */
export function sayLogin({ authUrl, clientId, scope, expiresAt, refreshToken }: Login): string {
  const renewal = refreshToken === undefined ? 'not renewed' : 'renewed by itself';
  const scopes = printable(scope) || '(none named)';
  return (
    `Logged in at ${printable(normalizedAddress(authUrl))} as client ${printable(clientId)}, with the scopes: ${scopes}. ` +
    `The access token lasts until ${new Date(expiresAt).toISOString()} (${renewal}).`
  );
}
