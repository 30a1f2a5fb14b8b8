import { randomBytes } from 'node:crypto';
import { deliveryBody, signatureHeader, signatureOf } from '../contract/signature';

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

/** Every decoding but UTF-8, and every serialising of what was parsed, changes these bytes. */
const spelling = '{ "text":\t"é 😀 \\u00e9 \\/",\r\n  "number": 1.0 }';
const everySpelling = (event: object) => `${deliveryBody(event).replace('{}', spelling)}\n`;

type Sign = (right: string, body: string) => string | undefined;
type Trial = readonly [
  ReceiverVerdict['event'],
  name: string,
  sign: Sign,
  bodyOf?: (event: object) => string,
];

const wrong: Sign = (_, body) => signatureOf(randomBytes(32).toString('hex'), body);

/** In the order of sending. */
const trials: readonly Trial[] = [
  ['signed', 'a signed event', right => right],
  [
    'signed',
    'a signed event with "é", an emoji, escapes, white space and 1.0',
    right => right,
    everySpelling,
  ],
  ['forged', 'a wrong signature', wrong],
  ['forged', 'an event without a signature', () => undefined],
  ['forged', 'a short and malformed signature', () => 'sha256=none'],
  ['forged', 'a prefix of the right signature', right => right.slice(0, 39)],
  ['forged', 'the right signature without "sha256="', right => right.slice(7)],
  // As many characters, but neither as many bytes of UTF-8 nor hexadecimal: functions of comparison throw.
  ['forged', 'a malformed signature of the right length', right => right.replace(/.$/, 'é')],
  // A receiver of two secrets, one of which is not set, accepts it.
  ['forged', 'a signature with an empty secret', (_, body) => signatureOf('', body)],
  ['forged', 'an empty body with a wrong signature', wrong, () => ''],
];

/**
 * Sends a receiver events of the type `webhook.test` as the platform would (section 6), signed and then forged, until one gets
 * no answer. A receiver that refuses the plain one proves nothing by refusing others. Node.js sends them directly: no proxy is
 * used and no redirect followed.
 *
 * @param now time of the events, in milliseconds since 1970
 * @param stop ends the wait for an answer
 */
export async function tryReceiver(
  { url, secret }: Receiver,
  now: number,
  stop?: AbortSignal,
): Promise<readonly ReceiverVerdict[]> {
  const verdicts: ReceiverVerdict[] = [];
  const created_at = new Date(now).toISOString();
  for (const [event, name, sign, bodyOf = JSON.stringify] of trials) {
    const id = `evt_${randomBytes(10).toString('hex')}`;
    const body = bodyOf({ id, type: 'webhook.test', created_at, tenant_id: 'ten_test', data: {} });
    const isFirst = verdicts.length === 0;
    const answer = await post(url, body, sign(signatureOf(secret, body), body), stop);
    const isAnswered = typeof answer === 'number';
    const verdict = isAnswered ? judge(event, name, answer, isFirst) : unanswered(name, answer, isFirst);
    verdicts.push({ event, ...verdict });
    if (!isAnswered || (isFirst && !verdict.holds)) break;
  }
  return verdicts;
}

/** Returns the status, or why there is none. */
async function post(
  url: string,
  body: string,
  signature: string | undefined,
  stop: AbortSignal | undefined,
): Promise<number | string> {
  // A connection of its own: a server may close an idle one, and that would look like a crash.
  const unsigned = { 'content-type': 'application/json', connection: 'close' };
  const headers = signature === undefined ? unsigned : { ...unsigned, [signatureHeader]: signature };
  const late = AbortSignal.timeout(patience);
  const signal = stop ? AbortSignal.any([late, stop]) : late;
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if (late.aborted) return 'late';
    if (stop?.aborted) return 'interrupted';
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
  }
}

type Judgement = Omit<ReceiverVerdict, 'event'>;

function unanswered(name: string, why: string, isFirst: boolean): Judgement {
  if (why === 'interrupted')
    return { holds: null, says: 'The test was interrupted before the receiver answered. Repeat it.' };
  if (why === 'late')
    return { holds: false, says: `The receiver did not answer ${name} within 10 seconds. ${lateWords}` };
  // A receiver that has accepted an event was reached, so this tells something about it.
  return isFirst
    ? {
        holds: null,
        says: `The receiver was not reached (${why}). Check its address, its certificate and the network.`,
      }
    : {
        holds: false,
        says: `The receiver accepted an event, and breaks the connection at ${name} (${why}). ${brokenWords}`,
      };
}

const lateWords =
  'The platform repeats such an event, and after five attempts degrades the endpoint. Answer at once, and process the event afterwards.';
const brokenWords = 'One such request may end its process. Its log should say why.';

function judge(event: ReceiverVerdict['event'], name: string, status: number, isFirst: boolean): Judgement {
  const isAccepted = status >= 200 && status < 300;
  if (event === 'signed')
    return isAccepted
      ? { holds: true, says: `The receiver accepts ${name} (${status}).` }
      : { holds: false, says: refusedWords(name, status, isFirst) };
  if (status === 401) return { holds: true, says: `The receiver refuses ${name} (401).` };
  // Frameworks answer 400 or 422 by themselves where a header is missing or malformed. 429 hides what a receiver does.
  if (name !== 'a wrong signature' && status >= 400 && status < 500 && status !== 429)
    return { holds: true, says: `The receiver refuses ${name} (${status}; 401 is recommended).` };
  const says = isAccepted
    ? `The receiver accepts ${name} (${status}): anybody who knows its address may send it events. Compare the whole header with ` +
      'the signature of the raw body in constant time, and answer 401 if it differs.'
    : `The receiver answers ${name} with ${status} instead of 401.`;
  return { holds: false, says };
}

function refusedWords(name: string, status: number, isFirst: boolean): string {
  const refused = `The receiver answers ${name} with ${status}, so the platform would repeat it. `;
  if (status >= 300 && status < 400) return `${refused}Register the address to which it redirects.`;
  if (!isFirst || status === 401)
    return `${refused}${isFirst ? 'It has another secret, or it' : 'It'} does not sign the raw body: decoding, parsing and serialising change the bytes.`;
  return `${refused}Its log should say why.`;
}
