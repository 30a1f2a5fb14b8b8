import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, isOperationName, proxiesOf, redact } from '../client';
import { optional, requiredOrFromEnvironment } from '../plugin/define/attribute';
import { bool, number, oneOf, setOf, string } from '../plugin/define/value-type';
import { provider } from './author';
import { baseUrl, wholeNumber } from './checks';
import { Creations } from './creation/creations';
import { Journal } from './creation/journal/journal';
import { locateJournal } from './creation/journal/location';
import { terraformRun } from './creation/journal/terraform-run';
import { credentialAttributes, credentialOf, validateCredential } from './credential';
import { apiKeys } from './data-sources/api-keys';
import { tenants } from './data-sources/tenants';
import { webhookEndpointById } from './data-sources/webhook-endpoint';
import { webhookEndpoints } from './data-sources/webhook-endpoints';
import { explain } from './explain';
import { extraCertificates } from './extra-certificates';
import { keyEnvironment } from './functions/key-environment';
import { verifyWebhookSignature } from './functions/verify-webhook-signature';
import { webhookSignature } from './functions/webhook-signature';
import { platformOf } from './platform';
import { apiKey } from './resources/api-key';
import { webhookEndpoint } from './resources/webhook-endpoint';
import { unavailableOperations } from './unavailable-operations';

/** The provider: its configuration, and one line for each resource and data source. */
export const svc = provider('svc', {
  description: 'Manages webhook endpoints and API keys of the SVC security-operations platform.',
  attributes: {
    base_url: requiredOrFromEnvironment('SVC_BASE_URL', string, {
      check: baseUrl,
      description:
        'Address of the platform’s API: HTTPS, or plain HTTP for loopback hosts. May come from `SVC_BASE_URL`.',
    }),
    ...credentialAttributes,
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
    unavailable_operations: optional(setOf(string), {
      check: unavailableOperations,
      description:
        'Operations that the platform lacks, such as `webhooks.update`: the provider does without them, and says what ' +
        'that costs. Only operations that the platform’s document does not show can be named.',
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

  validate: validateCredential,

  async configure(config, { environment, terraformVersion, signal, log, now, warn }) {
    const unavailable = config.unavailable_operations ?? [];
    const client = createClient({
      baseUrl: config.base_url,
      credential: await credentialOf(config, environment, warn),
      requestTimeoutSeconds: config.request_timeout,
      maxRetries: config.max_retries,
      requestsPerSecond: config.requests_per_second,
      refresh: config.refresh,
      unavailableOperations: unavailable.filter(isOperationName),
      userAgent: `terraform-provider-svc (Terraform ${terraformVersion})`,
      extraCertificates: await extraCertificates(config.base_url, environment['SVC_EXTRA_CA_CERTS']),
      proxies: proxiesOf(environment),
      signal,
      onEvent: event => log.write('debug', event.type, event),
    });
    const creations = new Creations({
      journal: new Journal(locateJournal(environment, config.base_url)),
      terraformRun: () => terraformRun(environment),
      now,
      sleep: milliseconds => sleep(milliseconds, undefined, { signal }),
    });
    const platform = platformOf(client, {
      apiKey: config.api_key,
      allowsSelfRevoke: config.allow_self_revoke,
      unavailable: new Set(unavailable),
      creations,
    });
    await Promise.all([client.checkConnection(), platform.begun(warn)]);
    return platform;
  },

  conceal: (client, secrets) => client.conceal(secrets),
  redact,
  stateSeen: (client, state) => client.stateSeen(state),
  importBegan: (client, { resource, identity }) => client.beingImported(resource, identity),
  walkEnded: client => client.walked(),

  close: client => client.close(),
  explain,
});
