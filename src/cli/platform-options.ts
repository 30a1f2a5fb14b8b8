import { Option } from 'commander';
import { type ClientOptions, proxiesOf } from '../client';
import { credentialOf } from '../provider/connection/credential';
import { extraCertificates } from '../provider/connection/extra-certificates';

export interface PlatformFlags {
  readonly baseUrl: string;
  readonly authUrl?: string;
  readonly clientId?: string;
}

export function baseUrlOption(): Option {
  return new Option('--base-url <url>', 'address of the platform').env('SVC_BASE_URL').makeOptionMandatory();
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
  const environment = { ...process.env, SVC_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] };
  return {
    baseUrl,
    credential: await credentialOf({ api_key, oauth, request_timeout: 30 }, environment),
    extraCertificates: await extraCertificates(baseUrl, process.env['NODE_EXTRA_CA_CERTS']),
    proxies: proxiesOf(process.env),
  };
}
