/**
 * A key may hold brackets and escaped quotes. One without an end is the rest of the text. The loop within the quotes is
 * unrolled: with a choice for each character, the expression overflows the stack for a key of some megabytes.
 */
const keys = /\[((?:"[^"\\]*(?:\\.[^"\\]*)*"?)?[^\]]*)\]?/gs;

/** Divides an address or a reference into names with their dots, and keys as they stand between the brackets. */
export const partsOfAddress = (address: string) =>
  address.split(keys).map((text, index) => ({ is: index % 2 === 0 ? 'names' : 'key', text }) as const);

/** Removes `[0]` and `["key"]`. */
export const withoutKeys = (address: string): string => address.replace(keys, '');
