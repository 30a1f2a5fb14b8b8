import type { Raw } from './raw';

/** The largest whole number up to which doubles are exact. */
const largest = 2 ** 53;

/** Returns true if a JavaScript number certainly has its intended value. */
export function isExact(value: number): boolean {
  return !Number.isInteger(value) || Math.abs(value) <= largest;
}

/** Returns true if a Terraform number equals a JavaScript number, digit by digit. */
export function fitsDouble(raw: Raw): boolean {
  if (typeof raw === 'bigint') return raw <= largest && raw >= -largest;
  if (typeof raw === 'number') return isExact(raw);
  if (typeof raw !== 'string') return true;
  const value = Number(raw);
  return isExact(value) && digitsOf(raw) === digitsOf(String(value));
}

/** Returns the significant digits: `0.0010`, `1e-3` and `.001` have the same. */
function digitsOf(decimal: string): string {
  return decimal
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');
}

/** Encodes fractions as decimal text: Terraform uses decimals, and the double nearest to 0.1 is not its 0.1. */
export function wire(value: number): number | string {
  return Number.isInteger(value) ? value : String(value);
}
