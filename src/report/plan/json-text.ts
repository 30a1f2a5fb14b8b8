const [quote, backslash] = ['"', 0x5c];

/**
 * Returns the place of the quote that ends a string; -1 if there is none. Most of a plan is strings: `indexOf` skips one
 * about ten times faster than a loop over its characters, and a regular expression fails on long ones.
 *
 * @param start place of the quote that begins it
 */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf(quote, start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf(quote, end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}
