import { type LookupAddress, lookup } from 'node:dns';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback } from '../../constructs/addresses/address';

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

/** Posts deliveries to receivers. A redirect is a response like any other: it is not followed. */
export class Receivers {
  readonly #stopped = new AbortController();

  constructor(private readonly options: ReceiversOptions) {}

  async post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome> {
    const { anywhere, timeoutSeconds, resolve = systemResolve } = this.options;
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    const signal = AbortSignal.any([timeout, this.#stopped.signal]);
    try {
      const address = new URL(url);
      if (!anywhere) refuseAddressElsewhere(address.hostname);
      const limits = anywhere ? {} : { lookup: loopbackLookup(resolve) };
      const { request } = address.protocol === 'https:' ? https : http;
      // Without an agent, each connection serves one delivery, so its address is checked each time.
      const sent = request(address, { method: 'POST', headers, agent: false, signal, ...limits });
      // After 101 Switching Protocols, there is no response: Node.js closes the connection.
      const answer = await Promise.race([once(sent.end(body), 'response'), once(sent, 'close')]);
      const [response] = answer as [http.IncomingMessage?];
      if (response === undefined) return { failure: 'no response' };
      response.destroy();
      return { status: response.statusCode ?? 0 };
    } catch (error) {
      return { failure: timeout.aborted ? 'timed out' : failureOf(error) };
    }
  }

  /** Cancels deliveries in flight. Later ones fail. */
  stop(): void {
    this.#stopped.abort();
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

function failureOf(error: unknown): string {
  if (error instanceof NotThisMachine) return error.message;
  return errorCode(error) ?? (error instanceof Error ? error.message : 'no response');
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
