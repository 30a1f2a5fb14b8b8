import { promises as files } from 'node:fs';
import { createClient, InvalidOption } from '../client';
import { optional, requiredOrFromEnvironment } from '../plugin/define/attribute';
import { bool, number, oneOf, string } from '../plugin/define/value-type';
import { provider } from './author';
import { apiKeyForm, baseUrl, wholeNumber } from './checks';
import { apiKeys } from './data-sources/api-keys';
import { tenants } from './data-sources/tenants';
import { webhookEndpointById } from './data-sources/webhook-endpoint';
import { webhookEndpoints } from './data-sources/webhook-endpoints';
import { explain } from './explain';
import { keyEnvironment } from './functions/key-environment';
import { verifyWebhookSignature } from './functions/verify-webhook-signature';
import { webhookSignature } from './functions/webhook-signature';
import { platformOf } from './platform';
import { apiKey } from './resources/api-key';
import { webhookEndpoint } from './resources/webhook-endpoint';

/** The provider: its configuration, and one line for each resource and data source. */
export const svc = provider('svc', {
  description: 'Manages webhook endpoints and API keys of the SVC security-operations platform.',
  attributes: {
    base_url: requiredOrFromEnvironment('SVC_BASE_URL', string, {
      check: baseUrl,
      description:
        'Address of the platform’s API: HTTPS, or plain HTTP for loopback hosts. May come from `SVC_BASE_URL`.',
    }),
    api_key: requiredOrFromEnvironment('SVC_API_KEY', string, {
      sensitive: true,
      check: apiKeyForm,
      description:
        'API key that the provider works with. Better given by `SVC_API_KEY` than in the configuration.',
    }),
    request_timeout: optional(number, {
      default: 30,
      check: wholeNumber('Invalid request timeout', 1, 'seconds'),
      description: 'Seconds that one request may take. Default: 30.',
    }),
    max_retries: optional(number, {
      default: 4,
      check: wholeNumber('Invalid retry limit', 0, 'retries'),
      description: 'How often a failed request that may be repeated is repeated. Default: 4.',
    }),
    requests_per_second: optional(number, {
      check: wholeNumber('Invalid request rate', 1, 'requests'),
      description:
        'Requests that the provider begins in one second at most. Without it, only the platform limits the rate.',
    }),
    refresh: optional(oneOf('coalesced', 'each'), {
      default: 'coalesced',
      description:
        'How objects are read: `coalesced` answers many reads from the pages of one list where that takes fewer ' +
        'requests, `each` asks for every object. Default: `coalesced`.',
    }),
    allow_self_revoke: optional(bool, {
      default: false,
      description:
        'Lets a plan revoke or narrow the very key that the provider runs with. Default: `false`, which makes such a ' +
        'plan an error.',
    }),
  },
  resources: [webhookEndpoint, apiKey],
  dataSources: [tenants, webhookEndpointById, webhookEndpoints, apiKeys],
  functions: [webhookSignature, verifyWebhookSignature, keyEnvironment],

  async configure(config, { environment, terraformVersion, signal, log }) {
    const client = createClient({
      baseUrl: config.base_url,
      apiKey: config.api_key,
      requestTimeoutSeconds: config.request_timeout,
      maxRetries: config.max_retries,
      requestsPerSecond: config.requests_per_second,
      refresh: config.refresh,
      userAgent: `terraform-provider-svc (Terraform ${terraformVersion})`,
      extraCertificates: await extraCertificates(config.base_url, environment['SVC_EXTRA_CA_CERTS']),
      signal,
      onEvent: event => log.write('debug', event.type, event),
    });
    await client.checkConnection();
    return platformOf(client, { apiKey: config.api_key, allowsSelfRevoke: config.allow_self_revoke });
  },

  close: client => client.close(),
  explain,
});

/**
 * The certificates that the launcher took over from NODE_EXTRA_CA_CERTS: parsing them at every start of Node
 * would cost more than the start itself.
 */
async function extraCertificates(baseUrl: string, path: string | undefined): Promise<string | undefined> {
  if (!path || !baseUrl.startsWith('https:')) return undefined;
  try {
    // Through `node:fs`: the module `node:fs/promises` would be loaded at every start.
    return await files.readFile(path, 'utf8');
  } catch {
    throw new InvalidOption('NODE_EXTRA_CA_CERTS', 'names a file that cannot be read');
  }
}
