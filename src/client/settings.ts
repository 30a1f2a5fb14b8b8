import { type BaseUrl, parseBaseUrl } from './contract/base-url';
import { isOperationName, type OperationName } from './contract/operations';
import { InvalidOption } from './errors';
import type { ClientEvent } from './http/client-event';
import type { Clock } from './http/clock';
import type { CredentialSource } from './http/credential-source';
import type { Proxies } from './http/proxies';

export interface ClientOptions {
  /** Platform's address: https, or http for loopback hosts; a path prefix is allowed. */
  readonly baseUrl: string;
  /** An API key, or where access tokens come from. Goes into the Authorization header alone (paragraph 5, rule 3). */
  readonly credential: string | CredentialSource;
  /** For one attempt, headers and whole body; seconds. @default 30 */
  readonly requestTimeoutSeconds?: number | undefined;
  /** Repetitions of one call at most. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Starts of requests a second at most. @default no limit but the platform's own */
  readonly requestsPerSecond?: number | undefined;
  /** Operations that the platform lacks: never called. @default none */
  readonly unavailableOperations?: readonly OperationName[] | undefined;
  /**
   * `coalesced`: reads share the pages of a listing where that costs fewer requests than a GET each, and are
   * never older than the client. `each`: a GET a read.
   * @default coalesced
   */
  readonly refresh?: 'coalesced' | 'each' | undefined;
  /** @default cdktf-provider-svc */
  readonly userAgent?: string | undefined;
  /** PEM text of certificates trusted in addition to Node's own. @default none */
  readonly extraCertificates?: string | undefined;
  /** @default none: the environment is not looked at */
  readonly proxies?: Proxies | undefined;
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** For jitter and idempotency keys: at least 0, below 1. */
  readonly random?: (() => number) | undefined;
  /** Ends waits and reads, and lets no call begin; a write on its way is awaited, as its answer holds an id. */
  readonly signal?: AbortSignal | undefined;
}

/** Options that were checked, with their defaults. */
export interface ClientSettings {
  readonly base: BaseUrl;
  readonly userAgent: string;
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  readonly leastSpacingMilliseconds: number;
  readonly unavailable: ReadonlySet<OperationName>;
  readonly coalesces: boolean;
}

// setTimeout's largest delay, in seconds; beyond it a timer fires at once.
const longestTimeoutSeconds = 2 ** 31 / 1000 - 1;

/** @throws {InvalidOption} naming the option, never its value. */
export function checkSettings(options: ClientOptions): ClientSettings {
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
  };
}

/** A key is seen at once; what a source gives is seen by whoever made the source. */
function isSource(credential: ClientOptions['credential']): boolean {
  return typeof credential === 'function' || /^[\x21-\x7e]+$/.test(credential);
}

function demand(option: keyof ClientOptions, holds: boolean, problem: string): void {
  if (!holds) throw new InvalidOption(option, problem);
}
