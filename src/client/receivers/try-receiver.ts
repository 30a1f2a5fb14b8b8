import { randomBytes } from 'node:crypto';
import { deliveryBody, signatureOf } from '../contract/signature';

/** Longest wait for a receiver, in milliseconds (paragraph 6.1, rule 5). */
const patience = 10_000;

export interface Receiver {
  readonly url: string;
  /** The endpoint's signing secret. It leaves this process as a signature only. */
  readonly secret: string;
}

/** What a receiver did with one event, and what follows from it. */
export interface ReceiverVerdict {
  readonly event: 'signed' | 'forged';
  /** Null if nothing can be told. */
  readonly holds: boolean | null;
  /** A sentence or two, without address and secret. */
  readonly says: string;
}

type Answer = { readonly status: number } | { readonly failure: string; readonly advice: string };

/**
 * Sends a receiver an event of the type `webhook.test` as the platform would (section 6), then the same with a wrong signature.
 * A receiver accepts the first with 2xx and refuses the second with 401. Node.js sends both, directly: no proxy is used and no
 * redirect followed.
 *
 * @param now time of the event, in milliseconds since 1970
 * @param stop ends the wait for an answer
 */
export async function tryReceiver(
  { url, secret }: Receiver,
  now: number,
  stop?: AbortSignal,
): Promise<readonly ReceiverVerdict[]> {
  const id = `evt_${randomBytes(10).toString('hex')}`;
  const created_at = new Date(now).toISOString();
  const body = deliveryBody({ id, type: 'webhook.test', created_at, tenant_id: 'ten_test', data: {} });
  const send = (key: string) => post(url, body, signatureOf(key, body), stop);
  const signed = await send(secret);
  if (typeof signed === 'string') return [untold('signed', signed)];
  const first = { event: 'signed', ...judgeSigned(signed) } as const;
  if ('failure' in signed) return [first];
  const forged = await send(randomBytes(32).toString('hex'));
  return [
    first,
    typeof forged === 'string' ? untold('forged', forged) : { event: 'forged', ...judgeForged(forged) },
  ];
}

const untold = (event: ReceiverVerdict['event'], says: string): ReceiverVerdict => ({
  event,
  holds: null,
  says,
});

/** Returns a sentence if nothing can be told. */
async function post(
  url: string,
  body: string,
  signature: string,
  stop: AbortSignal | undefined,
): Promise<Answer | string> {
  const headers = { 'content-type': 'application/json', 'x-svc-signature-256': signature };
  const late = AbortSignal.timeout(patience);
  const signal = stop ? AbortSignal.any([late, stop]) : late;
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    if (late.aborted) {
      const advice = 'Answer at once, and process the event afterwards.';
      return { failure: 'did not answer within 10 seconds', advice };
    }
    if (stop?.aborted) return 'The test was interrupted before the receiver answered. Repeat it.';
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
    return `The receiver was not reached (${code}). Check its address, its certificate and the network.`;
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300;

function judgeSigned(answer: Answer): Omit<ReceiverVerdict, 'event'> {
  if ('failure' in answer)
    return {
      holds: false,
      says:
        `The receiver ${answer.failure}. The platform would repeat the event, and after five attempts degrade the endpoint. ` +
        answer.advice,
    };
  const { status } = answer;
  if (isSuccess(status)) return { holds: true, says: `The receiver accepts a signed event (${status}).` };
  const refused = `The receiver answers a signed event with ${status}, so the platform would repeat it. `;
  if (status === 401)
    return {
      holds: false,
      says: `${refused}It has another secret, or it does not sign the raw body: parsing and serialising change the bytes.`,
    };
  if (status >= 300 && status < 400)
    return { holds: false, says: `${refused}Register the address to which it redirects.` };
  return { holds: false, says: `${refused}Its log should say why.` };
}

function judgeForged(answer: Answer): Omit<ReceiverVerdict, 'event'> {
  if ('failure' in answer)
    return {
      holds: false,
      says: `With a wrong signature, the receiver ${answer.failure}. It should answer 401.`,
    };
  const { status } = answer;
  if (status === 401) return { holds: true, says: 'The receiver refuses a wrong signature (401).' };
  if (isSuccess(status))
    return {
      holds: false,
      says:
        `The receiver accepts a wrong signature (${status}): whoever knows its address can send it events. Compare the ` +
        'signature of the raw body in constant time, and answer 401 if it differs.',
    };
  return { holds: false, says: `The receiver answers a wrong signature with ${status} instead of 401.` };
}
