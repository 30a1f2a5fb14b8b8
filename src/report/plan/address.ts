/** A part of an address: names with their dots, or a key of an instance, as it stands between the brackets. */
export interface AddressPart {
  readonly is: 'names' | 'key';
  readonly text: string;
}

/**
 * Divides an address or a reference at its keys. A key may hold brackets and escaped quotes. This is a scan, because a
 * regular expression overflows the stack for a key of some megabytes. A key without an end is the rest of the text.
 */
export function partsOfAddress(address: string): readonly AddressPart[] {
  const parts: AddressPart[] = [];
  let start = 0;
  for (let open = address.indexOf('['); open !== -1; open = address.indexOf('[', start)) {
    const close = endOfKey(address, open + 1);
    parts.push({ is: 'names', text: address.slice(start, open) });
    parts.push({ is: 'key', text: address.slice(open + 1, close) });
    start = close + 1;
  }
  parts.push({ is: 'names', text: address.slice(start) });
  return parts;
}

function endOfKey(address: string, start: number): number {
  const from = address[start] === '"' ? endOfString(address, start) : start;
  const close = from === -1 ? -1 : address.indexOf(']', from);
  return close === -1 ? address.length : close;
}

/** Removes `[0]` and `["key"]`. */
export function withoutKeys(address: string): string {
  let names = '';
  for (const { is, text } of partsOfAddress(address)) if (is === 'names') names += text;
  return names;
}

/**
 * Returns the place of the quote that ends a string; -1 if there is none. Most of a plan is strings: `indexOf` skips one
 * about ten times faster than a loop over its characters, and a regular expression fails on long ones.
 *
 * @param start place of the quote that begins it
 */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes += 1;
  return backslashes % 2 === 1;
}
