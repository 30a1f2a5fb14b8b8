import { parseBaseUrl } from './contract/base-url';
import { isOperationName, type OperationName } from './contract/operations';
import { InvalidOption } from './errors';
import type { ClientEvent } from './http/client-event';
import type { Clock } from './http/clock';
import type { Proxies } from './http/connections/proxies';
import type { CredentialSource } from './http/transport';

export interface ClientOptions {
  /** Platform's address: https, or http for loopback hosts. A path prefix is allowed. */
  readonly baseUrl: string;
  /** An API key, or a source of access tokens. Sent in the Authorization header only (paragraph 5, rule 3). */
  readonly credential: string | CredentialSource;
  /** Time-out of one attempt, including headers and body, in seconds. @default 30 */
  readonly requestTimeoutSeconds?: number | undefined;
  /** Maximum of retries for one call. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Maximum of requests started in a second. @default no limit but the platform's own */
  readonly requestsPerSecond?: number | undefined;
  /** Operations that the platform lacks. They are never called. @default none */
  readonly unavailableOperations?: readonly OperationName[] | undefined;
  /**
   * `coalesced`: reads share the pages of a listing if that costs fewer requests than one GET each. They are never
   * older than the client. `each`: one GET for each read.
   * @default coalesced
   */
  readonly refresh?: 'coalesced' | 'each' | undefined;
  /** True if a list whose last page has no `next_cursor` is whole. @default false: nobody can tell */
  readonly listsAreWhole?: boolean | undefined;
  /** @default cdktf-provider-svc */
  readonly userAgent?: string | undefined;
  /** PEM text. Certificates trusted in addition to those of Node.js. @default none */
  readonly extraCertificates?: string | undefined;
  /** @default none: the environment is not read */
  readonly proxies?: Proxies | undefined;
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** For jitter. Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random?: (() => number) | undefined;
  /** Ends waits and reads, and stops new calls. A write in flight is awaited: its response contains an id. */
  readonly signal?: AbortSignal | undefined;
}

// The largest delay of setTimeout, in seconds. With a larger delay, a timer fires at once.
const longestTimeoutSeconds = 2 ** 31 / 1000 - 1;

/** @throws {InvalidOption} naming the option, never its value. */
export function checkSettings(options: ClientOptions) {
  const { requestTimeoutSeconds: timeoutSeconds = 30, maxRetries = 4, requestsPerSecond } = options;
  const { userAgent = 'cdktf-provider-svc', unavailableOperations = [], extraCertificates } = options;
  demand('credential', isSource(options.credential), 'must be one word of printable ASCII characters');
  demand('userAgent', /^[\x20-\x7e]+$/.test(userAgent), 'must be printable ASCII text');
  demand(
    'requestTimeoutSeconds',
    timeoutSeconds > 0 && timeoutSeconds <= longestTimeoutSeconds,
    'must be above 0 and at most 24 days',
  );
  demand('maxRetries', Number.isInteger(maxRetries) && maxRetries >= 0, 'must be a whole number, 0 or more');
  demand('requestsPerSecond', requestsPerSecond === undefined || requestsPerSecond > 0, 'must be above 0');
  demand('unavailableOperations', unavailableOperations.every(isOperationName), 'must name operations');
  demand(
    'extraCertificates',
    extraCertificates === undefined || extraCertificates.includes('-----BEGIN CERTIFICATE-----'),
    'must be PEM text of certificates',
  );
  return {
    base: parseBaseUrl(options.baseUrl),
    userAgent,
    timeoutSeconds,
    maxRetries,
    leastSpacingMilliseconds: requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond,
    unavailable: new Set(unavailableOperations),
    coalesces: options.refresh !== 'each',
    listsAreWhole: options.listsAreWhole ?? false,
  };
}

/** Checks a key. A source's credentials are not known yet; the code that created the source checks them. */
function isSource(credential: ClientOptions['credential']): boolean {
  return typeof credential === 'function' || /^[\x21-\x7e]+$/.test(credential);
}

function demand(option: keyof ClientOptions, holds: boolean, problem: string): void {
  if (!holds) throw new InvalidOption(option, problem);
}
