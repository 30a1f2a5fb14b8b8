import type { Answer } from './exchange';

/**
 * The longest pause that is waited for: five minutes. A command may stand still that long without looking dead;
 * an hour belongs to the person or the CI that runs it. A longer wish of the platform's is not cut short: a request
 * before its time would be turned away as well.
 */
export const longestPauseMilliseconds = 5 * 60_000;

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

/** A pause as people say it. */
export function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  if (seconds > 365 * 86_400) return 'more than a year';
  const [unit, size] = units.find(([, each]) => seconds >= 2 * each) ?? ['second', 1];
  const count = Math.ceil(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
