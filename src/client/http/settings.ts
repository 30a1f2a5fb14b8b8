import { parseBaseUrl } from '../contract/base-url';
import type { OperationName } from '../contract/operations';
import { usualPageSize } from '../contract/page';
import { InvalidOption } from '../errors';
import { type Clock, systemClock } from './clock';
import type { Proxies } from './connections/proxies';

/** Returns a bearer credential. @param refused the one that a 401 has refused: a newer one is wanted, if there is one */
export type CredentialSource = (refused?: string) => Promise<string>;

/** An event of the client, for logs. It contains no secret, no body and no text from the platform. */
export type ClientEvent =
  | {
      readonly type: 'attempt';
      readonly operation: OperationName;
      /** 1 for the first attempt. */
      readonly attempt: number;
      /** HTTP status, or the error code. */
      readonly outcome: number | string;
      readonly milliseconds: number;
    }
  | {
      /** This call waits before a retry, or for its turn in the rate limit. */
      readonly type: 'wait';
      readonly operation: OperationName;
      readonly reason: string;
      readonly milliseconds: number;
    };

export interface ClientOptions {
  /** Platform's address: https, or http for loopback hosts. A path prefix is allowed. */
  readonly baseUrl: string;
  /** An API key, or a source of access tokens. Sent in the Authorization header only (paragraph 5, rule 3). */
  readonly credential: string | CredentialSource;
  /** Time-out of one attempt, including headers and body, in seconds. @default 30 */
  readonly timeoutSeconds?: number | undefined;
  /** Maximum of retries for one call after failures. A 429 is none, but 0 ends a call with it, too. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Maximum of requests started in a second; it may be a fraction. @default no limit but the platform's own */
  readonly requestsPerSecond?: number | undefined;
  /** Objects that a page is asked for. If the platform refuses it, 100, then no limit. @default 100 */
  readonly pageSize?: number | undefined;
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

export type Settings = ReturnType<typeof checkSettings>;

/** True for a value that an Authorization header can carry. */
export const canBeSent = (key: string) => /^[\x21-\x7e]+$/.test(key);

/** Checks only what variables and flags may give. @throws {InvalidOption} naming the option, never its value */
export function checkSettings(options: ClientOptions) {
  const { credential, requestsPerSecond } = options;
  const isKey = typeof credential === 'string';
  if (isKey && !canBeSent(credential))
    throw new InvalidOption('api_key (or SVC_API_KEY)', 'must be one word of printable ASCII characters');
  return {
    base: parseBaseUrl(options.baseUrl),
    credential: isKey ? async () => credential : credential,
    credentialKind: isKey ? ('API key' as const) : ('login' as const),
    userAgent: options.userAgent ?? 'cdktf-provider-svc',
    timeoutSeconds: options.timeoutSeconds ?? 30,
    maxRetries: options.maxRetries ?? 4,
    leastSpacingMilliseconds: requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond,
    pageSize: options.pageSize ?? usualPageSize,
    unavailable: new Set<OperationName>(options.unavailableOperations),
    coalesces: options.refresh !== 'each',
    listsAreWhole: options.listsAreWhole ?? false,
    extraCertificates: options.extraCertificates,
    proxies: options.proxies,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    onEvent: options.onEvent ?? (() => {}),
    signal: options.signal,
  };
}
