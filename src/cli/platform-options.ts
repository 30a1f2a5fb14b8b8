import { type Command, Option } from 'commander';
import type { ClientOptions } from '../client';
import { credentialOf } from '../provider/connection/credential';
import { networkTo } from '../provider/connection/network';
import { sayProgress } from './say';

export interface PlatformFlags {
  readonly baseUrl: string;
  readonly authUrl?: string;
  readonly clientId?: string;
}

export function baseUrlOption(): Option {
  return new Option('--base-url <url>', 'address of the platform').env('SVC_BASE_URL');
}

/** commander looks for a mandatory option before it names an unknown one, so commands ask here for the address. */
export function demandBaseUrl({ baseUrl }: Partial<PlatformFlags>, command: Command): void {
  if (baseUrl === undefined)
    command.error("error: required option '--base-url <url>' not specified, and no SVC_BASE_URL");
}

/**
 * Options of a client that uses the key in SVC_API_KEY, or the login that the flags name.
 *
 * @throws {Error} if there is no credential
 */
export async function platformOptions({ baseUrl, authUrl, clientId }: PlatformFlags): Promise<ClientOptions> {
  const api_key = process.env['SVC_API_KEY'] || undefined;
  const isLogin = api_key === undefined && clientId !== undefined;
  const oauth = isLogin ? { auth_url: authUrl, client_id: clientId } : undefined;
  let pages = 0;
  return {
    baseUrl,
    credential: await credentialOf({ api_key, oauth, request_timeout: 30 }, process.env),
    ...(await networkTo(baseUrl, process.env)),
    // A list does not say how many pages it has.
    onEvent(event) {
      if (event.type !== 'attempt' || event.outcome !== 200 || !event.operation.endsWith('.list')) return;
      pages += 1;
      if (pages > 2) sayProgress(`${pages} pages read`);
    },
  };
}
