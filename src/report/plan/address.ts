/** A part of an address: names with their dots, or a key of an instance, as it stands between the brackets. */
export interface AddressPart {
  readonly is: 'names' | 'key';
  readonly text: string;
}

/** A key may hold brackets and escaped quotes. One without an end is the rest of the text. */
const key = /\[((?:"(?:[^"\\]|\\.?)*"?)?[^\]]*)\]?/s;

/** The expression would overflow the stack for a key of some megabytes. */
const longest = 100_000;

/** Divides an address or a reference at its keys. One that is too long to be shown counts as a key. */
export const partsOfAddress = (address: string): readonly AddressPart[] =>
  address.length > longest
    ? [{ is: 'key', text: address }]
    : address.split(key).map((text, index) => ({ is: index % 2 === 0 ? 'names' : 'key', text }));

/** Removes `[0]` and `["key"]`. */
export const withoutKeys = (address: string): string =>
  partsOfAddress(address)
    .map(({ is, text }) => (is === 'names' ? text : ''))
    .join('');
