import type { Raw } from './raw';

/** The largest whole number up to which each has a double of its own. */
const largest = 2 ** 53;

/** Whether a JavaScript number is certainly the one that was meant. */
export function isExact(value: number): boolean {
  return !Number.isInteger(value) || Math.abs(value) <= largest;
}

/** Whether a number of Terraform's is one of JavaScript's, digit by digit. */
export function fitsDouble(raw: Raw): boolean {
  if (typeof raw === 'bigint') return raw <= largest && raw >= -largest;
  if (typeof raw === 'number') return isExact(raw);
  if (typeof raw !== 'string') return true;
  const value = Number(raw);
  return isExact(value) && digitsOf(raw) === digitsOf(String(value));
}

/** The significant digits: `0.0010`, `1e-3` and `.001` have the same. */
function digitsOf(decimal: string): string {
  return decimal
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');
}

/** Terraform counts in decimals: the double nearest to 0.1 is not its 0.1, the text is. */
export function wire(value: number): number | string {
  return Number.isInteger(value) ? value : String(value);
}
