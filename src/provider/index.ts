import { createClient, isOperationName, redact, systemClock } from '../client';
import { usualPageSize } from '../client/contract/page';
import { optional } from '../plugin/define/attribute';
import { bool, choiceOf, meaningsOf, number, setOf, string } from '../plugin/define/value-type';
import { webhookEndpointTest } from './actions/webhook-endpoint-test';
import { provider } from './author';
import { baseUrl, requestRate, wholeNumber } from './checks';
import { platformOf } from './connection/connect-platform';
import { credentialAttributes, credentialOf, demandAddress } from './connection/credential';
import { networkTo } from './connection/network';
import { platformOrigin } from './connection/origins';
import { describeRun } from './connection/terraform-run';
import { apiKeys } from './data-sources/api-keys';
import { tenant } from './data-sources/tenant';
import { tenants } from './data-sources/tenants';
import { webhookEndpointById } from './data-sources/webhook-endpoint';
import { webhookEndpoints } from './data-sources/webhook-endpoints';
import { explain } from './errors/explain';
import { keyEnvironment } from './functions/key-environment';
import { verifyWebhookSignature } from './functions/verify-webhook-signature';
import { webhookSignature } from './functions/webhook-signature';
import { resourceDefinitions } from './registered-resources';
import { unavailableOperations } from './unavailable-operations';

const refresh = choiceOf({
  coalesced: 'answers many reads from the pages of one list, with at most 1.25 n + 2 requests for n objects',
  each: 'asks for every object',
});

/** The provider: its configuration, and one line for each data source. `resources/index.ts` lists the resources. */
export const svc = provider('svc', {
  description: 'Manages webhook endpoints and API keys of the SVC security-operations platform.',
  attributes: {
    base_url: optional(string, {
      check: baseUrl,
      description:
        'Address of the platform’s API: HTTPS, or plain HTTP for loopback hosts. May come from `SVC_BASE_URL`.',
    }),
    ...credentialAttributes,
    request_timeout: optional(number, {
      default: 30,
      check: wholeNumber('Invalid request timeout', { from: 1, to: 3600 }, 'seconds'),
      description: 'Seconds that one request may take, from 1 to 3600.',
    }),
    max_retries: optional(number, {
      default: 4,
      check: wholeNumber('Invalid retry limit', { from: 0, to: 100 }, 'retries'),
      description:
        'Number of retries after a failed request, if it may be repeated, from 0 to 100. A rate limit (429) is waited ' +
        'for, up to five minutes, unless this is 0.',
    }),
    requests_per_second: optional(number, {
      check: requestRate,
      description:
        'Largest number of requests that the provider begins in one second, from 0.01 to 1000. By default, ' +
        'only the platform limits the rate.',
    }),
    page_size: optional(number, {
      default: 100,
      check: wholeNumber('Invalid page size', { from: 1, to: 10_000 }, 'objects'),
      description:
        'Number of objects that the provider asks a page of a list for, from 1 to 10000. If the platform refuses it, the ' +
        'provider asks for 100, then for no number.',
    }),
    refresh: optional(refresh, {
      default: 'coalesced',
      description: `How objects are read: ${meaningsOf(refresh)}.`,
    }),
    unavailable_operations: optional(setOf(string), {
      check: unavailableOperations,
      description:
        'Operations that the platform lacks, such as `webhooks.update`. The provider works without them and warns of the ' +
        'consequences. Only operations that the platform’s document does not show can be named.',
    }),
    lists_are_whole: optional(bool, {
      default: false,
      description:
        'Says that a list whose last page has no `next_cursor` is whole. Otherwise nobody can tell, which data sources ' +
        'and plans that create something warn of.',
    }),
    allow_self_revoke: optional(bool, {
      default: false,
      description:
        'Allows a plan to revoke or narrow the key that the provider itself uses. Otherwise such a plan is an error.',
    }),
  },
  fromEnvironment: { base_url: 'SVC_BASE_URL', api_key: 'SVC_API_KEY' },
  resources: resourceDefinitions,
  dataSources: [tenant, tenants, webhookEndpointById, webhookEndpoints, apiKeys],
  actions: [webhookEndpointTest],
  functions: [webhookSignature, verifyWebhookSignature, keyEnvironment],

  async configure(settings, { environment, terraformVersion, signal, log, now, warn }) {
    const config = { ...settings, base_url: demandAddress(settings) };
    const unavailable = config.unavailable_operations ?? [];
    const client = createClient({
      baseUrl: config.base_url,
      credential: await credentialOf(config, environment),
      timeoutSeconds: config.request_timeout,
      maxRetries: config.max_retries,
      requestsPerSecond: config.requests_per_second,
      refresh: config.refresh,
      pageSize: config.page_size,
      unavailableOperations: unavailable.filter(isOperationName),
      listsAreWhole: config.lists_are_whole,
      userAgent: `terraform-provider-svc (Terraform ${terraformVersion})`,
      ...(await networkTo(config.base_url, environment)),
      signal,
      onEvent: event => log.write('debug', event.type, event),
    });
    const [run] = await Promise.all([describeRun(environment, config.base_url), client.checkConnection()]);
    if (client.hasRefusedPageSize() && config.page_size !== usualPageSize)
      warn(
        'Page size refused',
        `The platform refuses pages of ${config.page_size}. Remove \`page_size\`, or lower it.`,
        'page_size',
      );
    return platformOf(client, {
      apiKey: config.api_key,
      origin: platformOrigin(config.base_url, config.api_key),
      allowsSelfRevoke: config.allow_self_revoke,
      lacksOperation: operation => unavailable.includes(operation),
      run,
      now: () => {
        const shown = client.platformTime();
        return shown === undefined ? now() : shown.now + systemClock.monotonic() - shown.at;
      },
    });
  },

  conceal: (client, secrets) => client.conceal(secrets),
  redact,
  stateSeen: (client, state) => client.stateSeen(state),
  changePlanned: (client, state, next) => client.changePlanned(state, next),
  creationPlanned: (client, planned) => client.creationPlanned(planned),
  close: client => void client.close(),

  explain,
});
