import { secretArguments } from '../gen/secret-arguments';
import type { Rule } from './finding';
import { noLiteralSecret } from './literal-secret';
import { httpsUrl } from './rules';
import { notEphemeral, recordedNowhere } from './write-only';

/**
 * What keeps the secrets of a resource out of the configuration: no literal where its definition says `sensitive`.
 *
 * @internal
 */
export function secretsOf(resource: string): readonly Rule[] {
  return (secretArguments[resource] ?? []).map(argument => noLiteralSecret(argument));
}

/**
 * The same for a webhook endpoint, whose URL may carry credentials.
 *
 * @internal
 */
export const endpointSecrets: readonly Rule[] = [httpsUrl('url'), ...secretsOf('svc_webhook_endpoint')];

/** @internal */
export const providerSecrets: readonly Rule[] = [
  httpsUrl('base_url'),
  httpsUrl('oauth.auth_url'),
  noLiteralSecret('api_key', 'leave api_key out and set SVC_API_KEY in the environment'),
];

/**
 * The blocks to which these rules apply, with or without a construct.
 *
 * @internal
 */
export const sealedResources: Readonly<Record<string, readonly Rule[]>> = {
  ...Object.fromEntries(Object.keys(secretArguments).map(resource => [resource, secretsOf(resource)])),
  svc_webhook_endpoint: endpointSecrets,
};

/**
 * Rules that extend Terraform's guarantee for write-only arguments to the values on their way there.
 *
 * @internal
 */
export const writeOnlyArguments: Readonly<Record<string, readonly Rule[]>> = {
  svc_webhook_endpoint: [recordedNowhere('secret_wo')],
};

/**
 * Rules for arguments that Terraform stores, beside a write-only argument for the same secret.
 *
 * @internal
 */
export const storedArguments: Readonly<Record<string, readonly Rule[]>> = {
  svc_webhook_endpoint: [notEphemeral('secret', 'secretWo')],
};

/**
 * Our functions whose first parameter is a secret.
 *
 * @internal
 */
export const functionsOfSecrets: readonly string[] = [
  'webhook_signature',
  'verify_webhook_signature',
  'key_environment',
];
