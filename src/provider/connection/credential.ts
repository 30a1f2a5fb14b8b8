import { type CredentialSource, type LoginIdentity, systemClock } from '../../client';
import { optional } from '../../plugin/define/attribute';
import { objectOf, string } from '../../plugin/define/value-type';
import { apiKeyForm, baseUrl, clientIdForm } from '../checks';
import { startSandbox } from '../errors/advice';
import { Refused } from '../errors/refused';
import { networkTo } from './network';

/** The two ways to authenticate (section 5): keys for machines, logins for people. */
export const credentialAttributes = {
  api_key: optional(string, {
    sensitive: true,
    check: apiKeyForm,
    description:
      'API key that the provider uses. Set it in `SVC_API_KEY`, not in the configuration. Exactly one ' +
      'of `api_key` and `oauth` is needed.',
  }),
  oauth: optional(
    objectOf({
      auth_url: optional(string, {
        check: baseUrl,
        description: 'Address of the authorization server. May come from `SVC_AUTH_URL`.',
      }),
      client_id: optional(string, {
        check: clientIdForm,
        description: 'Client identifier of the login. May come from `SVC_CLIENT_ID`.',
      }),
    }),
    {
      description:
        'Uses the login of a person, made by `npx --no cdktf-provider-svc login` of the npm package (Python: without `npx --no`), instead of an API key. A ' +
        'login cannot manage API keys: that takes an unrestricted key.',
    },
  ),
};

interface CredentialConfig {
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  readonly oauth?:
    | { readonly auth_url?: string | undefined; readonly client_id?: string | undefined }
    | undefined;
  readonly request_timeout: number;
}

const summary = 'Exactly one credential is needed';

/** Terraform does not wrap indented lines, so users can copy them. */
const waysIn =
  'A machine uses an API key:\n\n    export SVC_API_KEY=…\n\nA person can log in instead. Write `oauth ' +
  '= { auth_url = …, client_id = … }` in the provider block, then run (Python: without `npx --no`):\n\n    npx --no cdktf-provider-svc ' +
  'login --auth-url URL --client-id ID';

/**
 * Returns the address of the platform. If there is no credential either, one error names both.
 *
 * @throws {Refused}
 */
export function demandAddress({ base_url, api_key, oauth }: CredentialConfig): string {
  if (base_url !== undefined) return base_url;
  const lacksBoth = api_key === undefined && oauth === undefined;
  throw new Refused(
    lacksBoth ? 'Missing base_url and api_key' : 'Missing base_url',
    `The provider has no \`base_url\` (or SVC_BASE_URL)${lacksBoth ? ', and neither `api_key` (or SVC_API_KEY) nor `oauth`' : ''}.`,
    `Set ${lacksBoth ? 'both' : 'it'} in the environment:\n\n    export SVC_BASE_URL=https://…${lacksBoth ? ' SVC_API_KEY=…' : ''}\n\n` +
      `A sandbox needs no account, and this command (Python: without \`npx --no\`) sets its variables:${startSandbox}`,
  );
}

/** @throws {Refused} */
export async function credentialOf(
  { api_key, oauth, request_timeout }: CredentialConfig,
  environment: NodeJS.ProcessEnv,
): Promise<string | CredentialSource> {
  if (oauth === undefined) {
    if (api_key !== undefined) return api_key;
    throw new Refused(summary, 'The provider has neither `api_key` (or SVC_API_KEY) nor `oauth`.', waysIn);
  }
  if (api_key !== undefined)
    throw new Refused(
      summary,
      'The provider has both `api_key` (or SVC_API_KEY) and `oauth`.',
      'To use the key, remove `oauth`. To use the login of a person, remove `api_key` and unset SVC_API_KEY.',
    );
  const setting = (name: 'auth_url' | 'client_id', variable: string): string => {
    const value = oauth[name] ?? environment[variable];
    if (value) return value;
    throw new Refused(
      summary,
      `\`oauth\` has no \`${name}\`, and the environment variable ${variable} is not set.`,
      `Write \`${name}\` in \`oauth\`, or set ${variable}. To use an API key instead, remove \`oauth\` and set SVC_API_KEY.`,
    );
  };
  const [authUrl, clientId] = [setting('auth_url', 'SVC_AUTH_URL'), setting('client_id', 'SVC_CLIENT_ID')];
  return loginOf({ authUrl, clientId }, request_timeout, environment);
}

async function loginOf(
  identity: LoginIdentity,
  timeoutSeconds: number,
  environment: NodeJS.ProcessEnv,
): Promise<CredentialSource> {
  const { createAuthorizationServer, createLoginStore, loginCredential } = await import(
    '../../client/oauth/login'
  );
  const options = { ...identity, timeoutSeconds, ...(await networkTo(identity.authUrl, environment)) };
  const refresh = (refreshToken: string, scope: string) =>
    createAuthorizationServer(options, systemClock).refresh(refreshToken, scope);
  return loginCredential(identity, createLoginStore(environment), refresh, systemClock);
}
