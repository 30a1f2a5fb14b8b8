import { type BaseUrl, parseBaseUrl } from './base-url';
import type { ClientOptions } from './client';
import { isOperationName, type OperationName } from './contract';
import { InvalidOption } from './errors';

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
