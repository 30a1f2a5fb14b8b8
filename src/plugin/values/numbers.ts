/** The largest whole number up to which doubles are exact. */
const largest = 2 ** 53;

/** Returns true if a JavaScript number certainly has its intended value. */
export function isExact(value: number): boolean {
  return !Number.isInteger(value) || Math.abs(value) <= largest;
}

/** Encodes fractions as decimal text: Terraform uses decimals, and the double nearest to 0.1 is not its 0.1. */
export function wire(value: number): number | string {
  return Number.isInteger(value) ? value : String(value);
}
