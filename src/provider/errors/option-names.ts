import type { ClientOptions, InvalidOption } from '../../client';
import type { Explanation } from '../../plugin/define/definition';

interface OptionName {
  /** The name that users know. */
  readonly name: string;
  /** Attribute of the provider's configuration. Absent for an option from another source. */
  readonly attribute?: string;
}

type Checked = Exclude<keyof ClientOptions, 'proxies' | 'onEvent' | 'clock' | 'random' | 'signal'>;

const attribute = (name: string): OptionName => ({ name, attribute: name });

/** The names that users know for the options of the client and of its authorization server. */
const names: Readonly<Record<Checked | 'authUrl' | 'clientId', OptionName>> = {
  baseUrl: attribute('base_url'),
  credential: attribute('api_key'),
  requestTimeoutSeconds: attribute('request_timeout'),
  maxRetries: attribute('max_retries'),
  requestsPerSecond: attribute('requests_per_second'),
  unavailableOperations: attribute('unavailable_operations'),
  refresh: attribute('refresh'),
  listsAreWhole: attribute('lists_are_whole'),
  authUrl: { name: 'oauth.auth_url (or SVC_AUTH_URL)', attribute: 'oauth' },
  clientId: { name: 'oauth.client_id (or SVC_CLIENT_ID)', attribute: 'oauth' },
  userAgent: { name: "Terraform's version" },
  extraCertificates: { name: 'NODE_EXTRA_CA_CERTS' },
};

/** Describes a refused option of the client by its name in the configuration. Variables and files keep their names. */
export function named({ option, problem }: InvalidOption): Pick<Explanation, 'detail' | 'attribute'> {
  const known = Object.entries(names).find(([name]) => name === option)?.[1] ?? { name: option };
  return {
    detail: `${known.name} ${problem}.`,
    ...(known.attribute === undefined ? {} : { attribute: known.attribute }),
  };
}
