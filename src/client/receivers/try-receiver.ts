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

type Answer = { readonly status: number } | 'late' | { readonly unreached: string };

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
  if (typeof signed === 'object' && 'status' in signed)
    return [judge('signed', signed), judge('forged', await send(randomBytes(32).toString('hex')))];
  return [judge('signed', signed)];
}

async function post(
  url: string,
  body: string,
  signature: string,
  stop: AbortSignal | undefined,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-svc-signature-256': signature };
  const late = AbortSignal.timeout(patience);
  const signal = stop ? AbortSignal.any([late, stop]) : late;
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    if (late.aborted) return 'late';
    if (stop?.aborted)
      return { unreached: 'The test was interrupted before the receiver answered. Repeat it.' };
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
    return {
      unreached: `The receiver was not reached (${code}). Check its address, its certificate and the network.`,
    };
  }
}

function judge(event: ReceiverVerdict['event'], answer: Answer): ReceiverVerdict {
  if (answer === 'late') return { event, holds: false, says: lateWords[event] };
  if ('unreached' in answer) return { event, holds: null, says: answer.unreached };
  const { status } = answer;
  const isAccepted = status >= 200 && status < 300;
  if (event === 'signed')
    return isAccepted
      ? { event, holds: true, says: `The receiver accepts a signed event (${status}).` }
      : { event, holds: false, says: refusedWords(status) };
  if (status === 401) return { event, holds: true, says: 'The receiver refuses a wrong signature (401).' };
  const says = isAccepted
    ? `The receiver accepts a wrong signature (${status}): whoever knows its address can send it events. Compare the ` +
      'signature of the raw body in constant time, and answer 401 if it differs.'
    : `The receiver answers a wrong signature with ${status} instead of 401.`;
  return { event, holds: false, says };
}

const lateWords = {
  signed:
    'The receiver did not answer within 10 seconds. The platform would repeat the event, and after five attempts degrade ' +
    'the endpoint. Answer at once, and process the event afterwards.',
  forged: 'With a wrong signature, the receiver did not answer within 10 seconds. It should answer 401.',
};

function refusedWords(status: number): string {
  const refused = `The receiver answers a signed event with ${status}, so the platform would repeat it. `;
  if (status === 401)
    return `${refused}It has another secret, or it does not sign the raw body: parsing and serialising change the bytes.`;
  if (status >= 300 && status < 400) return `${refused}Register the address to which it redirects.`;
  return `${refused}Its log should say why.`;
}
