import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { isLoopback } from '../../constructs/addresses/address';

/** Result of one attempt. */
export interface Outcome {
  /** Status of the receiver's response; absent if there was none. */
  readonly status?: number;
  /** Reason for a missing response: a time-out, an error code, or a refusal by the sandbox to connect. */
  readonly failure?: string;
}

export interface ReceiverOptions {
  /** True if deliveries may leave this machine. */
  readonly anywhere: boolean;
  readonly timeoutSeconds: number;
  /** Cancels deliveries in flight. Later ones fail. */
  readonly stopped: AbortSignal;
}

/** Posts a delivery to its receiver. A redirect is a response like any other: it is not followed. */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { anywhere, timeoutSeconds, stopped }: ReceiverOptions,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  const signal = AbortSignal.any([timeout, stopped]);
  try {
    const address = new URL(url);
    // No name is looked up: it may lead anywhere, and elsewhere the next time (DNS rebinding).
    if (!anywhere && !isLoopback(address.hostname)) return { failure: refusalOf(address.hostname) };
    const { request } = address.protocol === 'https:' ? https : http;
    const sent = request(address, { method: 'POST', headers, agent: false, signal });
    // After 101 Switching Protocols, there is no response: Node.js closes the connection.
    const answer = await Promise.race([once(sent.end(body), 'response'), once(sent, 'close')]);
    const [response] = answer as [http.IncomingMessage?];
    if (response === undefined) return { failure: 'no response' };
    response.destroy();
    return { status: response.statusCode ?? 0 };
  } catch (error) {
    return { failure: timeout.aborted ? 'timed out' : reasonOf(error) };
  }
}

const refusalOf = (hostname: string) =>
  `refused: ${hostname} is not this machine. Deliveries leave it only with --deliver-anywhere (deliverAnywhere)`;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no response';
  return 'code' in error ? String(error.code) : error.message;
}
