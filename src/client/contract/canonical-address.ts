import { parsed } from '../../constructs/addresses/address';

/** An address that all readers understand in the same way: some take a backslash for the end of the host. */
const clear = /^https?:\/\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$/iu;

/**
 * Returns one text for all spellings of an address: the WHATWG URL standard's, with the percent codes of RFC 3986 (6.2.2).
 * A platform may store another spelling than it received. Anything but a clear address stays as it is.
 */
export function canonicalAddress<Value>(address: Value): Value | string {
  const url = typeof address === 'string' && clear.test(address) ? parsed(address) : undefined;
  return url === undefined ? address : url.href.replace(/%[0-9a-f]{2}/gi, unreservedRaw);
}

/** Decodes unreserved characters and puts other codes in upper case: RFC 3986 (6.2.2) defines them as equivalent. */
function unreservedRaw(code: string): string {
  const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : code.toUpperCase();
}
