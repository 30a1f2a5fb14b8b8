/**
 * The longest pause that is waited for: five minutes. A command may stand still that long without looking dead;
 * an hour belongs to the person or the CI that runs it. A longer wish of the platform's is not cut short: a request
 * before its time would be turned away as well.
 */
export const longestPauseMilliseconds = 5 * 60_000;

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
