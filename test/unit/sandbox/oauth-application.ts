import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi';
import { z } from 'zod';
import type { SandboxOptions } from '../../../src/sandbox';
import { platform } from './platform-under-test';

export const redirect_uri = 'http://127.0.0.1:49152/callback';
export const client_id = 'test-application';

export const tokenShape = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.literal(3600),
  refresh_token: z.string().startsWith('svc_rt_'),
  scope: z.string(),
});

/** A sandbox as an OAuth application meets it. */
export async function authorizationServer(options: SandboxOptions = {}) {
  const sandbox = await platform(options);
  const authorize = async (changes: Record<string, string> = {}) => {
    const verifier = generateRandomCodeVerifier();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri,
      scope: 'tenants:read webhooks:manage tenants:read',
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'opaque',
      ...changes,
    });
    const reply = await sandbox.call('oauth.authorize', { query: `${query}`, key: undefined });
    const location = reply.headers.get('location');
    return {
      verifier,
      status: reply.status,
      back: location === null ? undefined : new URL(location).searchParams,
    };
  };
  const post = (form: Record<string, string>) =>
    sandbox.call('oauth.token', {
      key: undefined,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  const codeForm = async (changes: Record<string, string> = {}) => {
    const { verifier, back } = await authorize();
    const code = back?.get('code') ?? '';
    return {
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      client_id,
      code_verifier: verifier,
      ...changes,
    };
  };
  const logIn = async () => tokenShape.parse((await post(await codeForm())).body);
  const refresh = (refresh_token: string, client = client_id) =>
    post({ grant_type: 'refresh_token', refresh_token, client_id: client });
  const use = async (key: string) => (await sandbox.call('tenants.list', { key })).status;
  return { ...sandbox, authorize, post, codeForm, logIn, refresh, use };
}

export const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
