import type { HttpResponse } from './exchange';

/**
 * Pause that a response asks for (RFC 9110, 10.2.3), in milliseconds; `undefined` if the header is absent or not
 * valid.
 * @param now milliseconds since 1970, used if the header is a date and the response has no Date header
 */
export function retryAfterMilliseconds(
  { header }: Pick<HttpResponse, 'header'>,
  now: number,
): number | undefined {
  const value = header('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const moment = httpDate(value);
  // Compare with the Date header of the same clock: this machine's clock may be an hour off.
  return moment === undefined ? undefined : Math.max(moment - (httpDate(header('date')) ?? now), 0);
}

/** Returns milliseconds since 1970. */
export function httpDate(text: string | undefined): number | undefined {
  // Date.parse also accepts "-5" and "1.5" as dates. RFC 9110 (5.6.7) does not.
  const time = /^[A-Za-z]{3,}/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
