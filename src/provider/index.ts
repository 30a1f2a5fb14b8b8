import { randomUUID } from 'node:crypto';
import { type Client, createClient, isOperationName, proxiesOf, redact, systemClock } from '../client';
import { optional, optionalOrFromEnvironment } from '../plugin/define/attribute';
import type { Warn } from '../plugin/define/context';
import { bool, choiceOf, meaningsOf, number, setOf, string } from '../plugin/define/value-type';
import { webhookEndpointTest } from './actions/webhook-endpoint-test';
import { provider } from './author';
import { baseUrl, wholeNumber } from './checks';
import { platformOf } from './connect-platform';
import type { CreationsOptions } from './creation/creations';
import { Journal } from './creation/journal/journal';
import { describeRun, journalFolder } from './creation/journal/run';
import { credentialAttributes, credentialOf, demandAddress, validateCredential } from './credential';
import { apiKeys } from './data-sources/api-keys';
import { tenant } from './data-sources/tenant';
import { tenants } from './data-sources/tenants';
import { webhookEndpointById } from './data-sources/webhook-endpoint';
import { webhookEndpoints } from './data-sources/webhook-endpoints';
import { explain } from './errors/explain';
import { extraCertificates } from './extra-certificates';
import { keyEnvironment } from './functions/key-environment';
import { verifyWebhookSignature } from './functions/verify-webhook-signature';
import { webhookSignature } from './functions/webhook-signature';
import { resourceDefinitions } from './kinds';
import { originOf } from './origins';
import { fingerprintOf } from './platform';
import { unavailableOperations } from './unavailable-operations';

const refresh = choiceOf({
  coalesced: 'answers many reads from the pages of one list where that takes fewer requests',
  each: 'asks for every object',
});

const lookAlikes = choiceOf({
  warn: 'creates another one beside it',
  refuse: 'is an error before anything is created',
});

/** The provider: its configuration, and one line for each data source. `resources/index.ts` lists the resources. */
export const svc = provider('svc', {
  description: 'Manages webhook endpoints and API keys of the SVC security-operations platform.',
  attributes: {
    base_url: optionalOrFromEnvironment('SVC_BASE_URL', string, {
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
      description: 'Number of retries after a failed request, if it may be repeated, from 0 to 100.',
    }),
    requests_per_second: optional(number, {
      check: wholeNumber('Invalid request rate', { from: 1, to: 1000 }, 'requests'),
      description:
        'Largest number of requests that the provider begins in one second, from 1 to 1000. By default, ' +
        'only the platform limits the rate.',
    }),
    refresh: optional(refresh, {
      default: 'coalesced',
      description: `How objects are read: ${meaningsOf(refresh)}.`,
    }),
    unavailable_operations: optional(setOf(string), {
      check: unavailableOperations,
      description:
        'Operations that the platform lacks, such as `webhooks.update`. The provider works without them ' +
        'and warns of the consequences. Only operations that the platform’s document does not show can ' +
        'be named.',
    }),
    lists_are_whole: optional(bool, {
      default: false,
      description:
        'Says that a list whose last page has no `next_cursor` is whole. Otherwise nobody can tell, which data sources ' +
        'warn of and `look_alikes = "refuse"` refuses.',
    }),
    allow_self_revoke: optional(bool, {
      default: false,
      description:
        'Allows a plan to revoke or narrow the key that the provider itself uses. Otherwise such a plan is ' +
        'an error.',
    }),
    look_alikes: optional(lookAlikes, {
      default: 'warn',
      description:
        'What to do about an object on the platform that looks like one to be created and that no state ' +
        'has shown. The plan names each, with its import command. The apply: ' +
        `${meaningsOf(lookAlikes)}. \`refuse\` is for runners that keep nothing between two jobs.`,
    }),
    accepted_look_alikes: optional(setOf(string), {
      description:
        'Ids of objects that look like configured ones on purpose. The provider does not warn about them.',
    }),
    journal_directory: optionalOrFromEnvironment('SVC_JOURNAL_DIR', string, {
      description:
        'Folder of the journal of creates, for runners with a volume that outlives the job. May come ' +
        'from `SVC_JOURNAL_DIR`. Default: `svc-journal` in Terraform’s data directory.',
    }),
  },
  resources: resourceDefinitions,
  dataSources: [tenant, tenants, webhookEndpointById, webhookEndpoints, apiKeys],
  actions: [webhookEndpointTest],
  functions: [webhookSignature, verifyWebhookSignature, keyEnvironment],

  validate: validateCredential,

  async configure(settings, { environment, terraformVersion, signal, log, now, warn }) {
    const config = { ...settings, base_url: demandAddress(settings) };
    const unavailable = config.unavailable_operations ?? [];
    const client = createClient({
      baseUrl: config.base_url,
      credential: await credentialOf(config, environment),
      requestTimeoutSeconds: config.request_timeout,
      maxRetries: config.max_retries,
      requestsPerSecond: config.requests_per_second,
      refresh: config.refresh,
      unavailableOperations: unavailable.filter(isOperationName),
      listsAreWhole: config.lists_are_whole,
      userAgent: `terraform-provider-svc (Terraform ${terraformVersion})`,
      extraCertificates: await extraCertificates(config.base_url, environment['SVC_EXTRA_CA_CERTS']),
      proxies: proxiesOf(environment),
      signal,
      onEvent: event => log.write('debug', event.type, event),
    });
    const creations = await creationsOptions(config, { client, environment, now, warn });
    const [platform] = await Promise.all([
      platformOf(client, {
        apiKey: config.api_key,
        origin: originOf(config.base_url, config.api_key),
        allowsSelfRevoke: config.allow_self_revoke,
        unavailable: new Set(unavailable),
        creations,
      }),
      client.checkConnection(),
    ]);
    return platform;
  },

  conceal: (client, secrets) => client.conceal(secrets),
  redact,
  stateSeen: (client, state) => client.stateSeen(state),
  importBegan: (client, { identity }) => client.importBegan(identity),
  creationPlanned: (client, planned) => client.creationPlanned(planned),
  leaving: (client, leaving) => {
    client.leave(leaving);
    void client.close();
  },

  explain,
});

interface Surroundings {
  readonly client: Client;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly warn: Warn;
}

interface CreationSettings {
  readonly base_url: string;
  readonly api_key?: string | undefined;
  readonly oauth?: object | undefined;
  readonly look_alikes: 'warn' | 'refuse';
  readonly accepted_look_alikes?: readonly string[] | undefined;
  readonly journal_directory?: string | undefined;
}

async function creationsOptions(
  config: CreationSettings,
  { client, environment, now, warn }: Surroundings,
): Promise<CreationsOptions> {
  const directory = process.cwd();
  const platform = config.base_url;
  const credential = fingerprintOf(config.api_key ?? JSON.stringify(config.oauth ?? {})).slice(0, 16);
  const folder = journalFolder(environment, directory, config.journal_directory);
  return {
    journal: new Journal(folder),
    run: await describeRun({ environment, directory, platform, credential }),
    lookAlikes: config.look_alikes,
    acceptedLookAlikes: config.accepted_look_alikes ?? [],
    newIdempotencyKey: randomUUID,
    warn,
    monotonic: systemClock.monotonic,
    platformNow: () => {
      const shown = client.platformTime();
      return shown === undefined ? now() : shown.now + systemClock.monotonic() - shown.at;
    },
  };
}
