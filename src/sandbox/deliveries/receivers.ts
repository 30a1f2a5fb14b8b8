import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { isLoopback } from '../../client/contract/base-url';

/** Result of one attempt. */
export interface Outcome {
  /** Status of the receiver's response; absent if there was none. */
  readonly status?: number;
  /** Reason for a missing response: a time-out, an error code, or a refusal by the sandbox to connect. */
  readonly failure?: string;
}

export interface ReceiversOptions {
  /** True if deliveries may leave this machine. */
  readonly anywhere: boolean;
  readonly timeoutSeconds: number;
  /** Resolves host names. @default the system's resolver */
  readonly resolve?: Resolve;
}

export type Resolve = (
  name: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** Error for a receiver on another machine. The message names the address and the option that allows it. */
class NotThisMachine extends Error {
  constructor(place: string) {
    super(`refused: ${place}. Deliveries leave this machine only with --deliver-anywhere (deliverAnywhere)`);
  }
}

/** Loads the HTTP client. A process whose files may go calls it early. */
export const loadHttpClient = () => import('./http-client');

/** Posts deliveries to receivers. A redirect is a response like any other: it is not followed. */
export class Receivers {
  readonly #options: ReceiversOptions;
  readonly #stopped = new AbortController();
  #agent: Agent | undefined;

  constructor(options: ReceiversOptions) {
    this.#options = options;
  }

  async post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome> {
    const timeout = AbortSignal.timeout(this.#options.timeoutSeconds * 1000);
    try {
      if (!this.#options.anywhere) refuseAddressElsewhere(new URL(url).hostname);
      const { fetch, Agent } = await loadHttpClient();
      // Each connection serves one delivery, so its address is checked each time.
      this.#agent ??= new Agent({ pipelining: 0, ...this.#connecting() });
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        dispatcher: this.#agent,
        signal: AbortSignal.any([timeout, this.#stopped.signal]),
      });
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      return { failure: timeout.aborted ? 'timed out' : failureOf(error) };
    }
  }

  /** Cancels deliveries in flight. Later ones fail. */
  stop(): void {
    this.#stopped.abort();
    // Not awaited: all requests on these connections are cancelled.
    void this.#agent?.destroy();
  }

  #connecting(): { connect: { lookup: LookupFunction } } | object {
    const { anywhere, resolve = systemResolve } = this.#options;
    return anywhere ? {} : { connect: { lookup: loopbackLookup(resolve) } };
  }
}

const systemResolve: Resolve = (name, callback) => {
  lookup(name, { all: true }, (error, addresses) => callback(error, error === null ? addresses : []));
};

/** Refuses a host that is a foreign IP address: no name lookup takes place for it. */
function refuseAddressElsewhere(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isLoopback(host)) throw new NotThisMachine(`${host} is not this machine`);
}

/**
 * Resolves names to loopback addresses only. The connection uses this result, so a name cannot change between the
 * check and the connection (DNS rebinding).
 */
function loopbackLookup(resolve: Resolve): LookupFunction {
  return (name, options, callback) =>
    resolve(name, (error, addresses) => {
      const [first, ...others] = addresses.filter(({ address }) => isLoopback(address));
      if (first !== undefined && options.all) callback(null, [first, ...others]);
      else if (first !== undefined) callback(null, first.address, first.family);
      else callback(new NotThisMachine(whereTo(name, error, addresses)), '');
    });
}

function whereTo(name: string, error: Error | null, addresses: readonly LookupAddress[]): string {
  const [found] = addresses;
  if (found !== undefined) return `${name} is ${found.address}, which is not this machine`;
  return `${name} is not known to be this machine (${errorCode(error) ?? 'no address'})`;
}

/** Reads the socket's error in `cause`: fetch's own message only says that it failed. */
function failureOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const refusal = [error, cause].find(found => found instanceof NotThisMachine);
  if (refusal instanceof NotThisMachine) return refusal.message;
  return errorCode(cause) ?? (cause instanceof Error ? cause.message : 'no response');
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
