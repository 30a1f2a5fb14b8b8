import { timeOf } from '../contract/time';
import type { HttpResponse } from './exchange';

/** True for 429, and for a 403 that says that it passes: some platforms limit the rate with it. */
export const isLimit = ({ status, header }: Pick<HttpResponse, 'status' | 'header'>): boolean =>
  status === 429 ||
  (status === 403 &&
    (header('retry-after') !== undefined || header('x-ratelimit-remaining')?.trim() === '0'));

/**
 * Pause that a response asks for (RFC 9110, 10.2.3), in milliseconds; `undefined` if the header is absent or not
 * valid. A limit may say it as `X-RateLimit-Reset`, which platforms send with every other answer, too.
 * @param now milliseconds since 1970, used if the header is a date and the response has no Date header
 */
export function retryAfterMilliseconds(
  answer: Pick<HttpResponse, 'status' | 'header'>,
  now: number,
): number | undefined {
  const { header } = answer;
  const value = header('retry-after')?.trim();
  if (value === undefined || value === '') return isLimit(answer) ? untilReset(header, now) : undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const moment = httpDate(value);
  // Compare with the Date header of the same clock: this machine's clock may be an hour off.
  return moment === undefined ? undefined : Math.max(moment - (httpDate(header('date')) ?? now), 0);
}

/** Smaller numbers are seconds to wait, larger ones a time. */
const leastTime = 1e9;

function untilReset(header: HttpResponse['header'], now: number): number | undefined {
  const reset = header('x-ratelimit-reset')?.trim() ?? '';
  if (!/^\d+(?:\.\d+)?$/.test(reset)) return undefined;
  const pause =
    Number(reset) < leastTime ? Number(reset) * 1000 : timeOf(reset) - (httpDate(header('date')) ?? now);
  // One that is over says nothing of this limit.
  return pause > 0 ? Math.ceil(pause) : undefined;
}

/** Returns milliseconds since 1970. */
export function httpDate(text: string | undefined): number | undefined {
  // Date.parse also accepts "-5" and "1.5" as dates. RFC 9110 (5.6.7) does not.
  const time = /^[A-Za-z]{3,}/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
