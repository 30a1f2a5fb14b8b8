/** Characters that forge a line, move a cursor, hide text or turn its direction: C0, C1, DEL, bidi controls, lone halves. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const breaks = /(?:\r\n|[\t\n\v\f\r\u0085\u2028\u2029])+/g;

/**
 * A text from outside, fit for one line of a terminal: line breaks and tabs become a space, every other character that
 * a terminal obeys or hides is written as its escape, such as `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replace(breaks, ' ').replace(unprintable, escaped);
}

/** The same for a text of several lines that we wrote around words from outside: its line feeds stay. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
