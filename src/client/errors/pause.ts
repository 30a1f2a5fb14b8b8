import { plural } from '../../words/plural';

/**
 * The longest pause that a command waits: five minutes, without looking dead. An hour is for the user or the CI to
 * wait. A longer pause is not shortened: the platform would reject a request before its end, too.
 */
export const longestPauseMilliseconds = 5 * 60_000;

/** Formats a duration for people. */
export function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  if (seconds > 365 * 86_400) return 'more than a year';
  const [unit, size] = units.find(([, each]) => seconds >= 2 * each) ?? ['second', 1];
  return plural(Math.ceil(seconds / size), unit);
}
