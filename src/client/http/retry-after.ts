import type { Answer } from './exchange';

/**
 * Milliseconds that an answer asks to be left alone for (RFC 9110, 10.2.3); `undefined` when it does not say so
 * readably.
 * @param now milliseconds since 1970, for a date in an answer that does not say what time it is there
 */
export function retryAfterMilliseconds({ header }: Pick<Answer, 'header'>, now: number): number | undefined {
  const value = header('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const moment = httpDate(value);
  // By the clock that made the date: this machine's may be an hour off.
  return moment === undefined ? undefined : Math.max(moment - (httpDate(header('date')) ?? now), 0);
}

/** Milliseconds since 1970. */
export function httpDate(text: string | undefined): number | undefined {
  // Date.parse also takes "-5" and "1.5" for dates, which are no form of RFC 9110, 5.6.7.
  const time = /^[A-Za-z]{3,}/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
