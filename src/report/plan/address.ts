/** A part of an address: names with their dots, or a key of an instance, as it stands between the brackets. */
export interface AddressPart {
  readonly is: 'names' | 'key';
  readonly text: string;
}

/**
 * A key may hold brackets and escaped quotes. One without an end is the rest of the text. The loop within the quotes is
 * unrolled: with a choice for each character, the expression overflows the stack for a key of some megabytes.
 */
const key = /\[((?:"[^"\\]*(?:\\.[^"\\]*)*"?)?[^\]]*)\]?/s;

/** Divides an address or a reference at its keys. */
export const partsOfAddress = (address: string): readonly AddressPart[] =>
  address.split(key).map((text, index) => ({ is: index % 2 === 0 ? 'names' : 'key', text }));

/** Removes `[0]` and `["key"]`. */
export const withoutKeys = (address: string): string =>
  partsOfAddress(address)
    .map(({ is, text }) => (is === 'names' ? text : ''))
    .join('');
