import { InvalidArgumentError, Option } from 'commander';
import { normalizedAddress, printable } from '../client';
import type { Login } from '../client/oauth/login';

export function serverOption(): Option {
  return new Option('--auth-url <url>', 'address of the authorization server').env('SVC_AUTH_URL');
}

export function clientIdOption(): Option {
  return new Option('--client-id <id>', 'client identifier of the application').env('SVC_CLIENT_ID');
}

const loopbackAddress = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+(?:\/[^?#\s]*)?$/;

/** A server that compares registered addresses whole takes no free port. */
export function redirectOption(): Option {
  return new Option(
    '--redirect <address>',
    'registered redirect address of this machine, such as http://localhost:8400/callback (default: a free port of 127.0.0.1)',
  ).argParser(address => {
    if (loopbackAddress.test(address)) return address;
    throw new InvalidArgumentError('It must be http with a loopback host and a port, without a query.');
  });
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
