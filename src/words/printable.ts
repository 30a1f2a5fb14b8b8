/**
 * Characters that can forge a line, move the cursor, hide text or reverse it: C0, C1, DEL, bidi controls, lone
 * surrogates, and all that Unicode says to draw as nothing, such as fillers, joiners and variation selectors.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const breaks = /(?:\r\n|[\t\n\v\f\r\u0085\u2028\u2029])+/g;

/** Most texts. One test of it costs less than two searches for what is unprintable. */
const isPlain = /^[\x20-\x7e]*$/;

/**
 * Makes a foreign text safe for one line of a terminal. Line breaks and tabs become a space. Every other control
 * or invisible character becomes its escape, such as `\u{1b}`.
 */
export function printable(text: string): string {
  return isPlain.test(text) ? text : text.replace(breaks, ' ').replace(unprintable, escaped);
}

/** The same for our own text of several lines that quotes foreign text: line feeds stay. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Longer texts are shortened: a message is for people. Never ends in the first half of a character. */
export const shortened = (text: string, longest = 200): string =>
  text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** Returns the text without the characters that a reader does not see: they may split a secret. */
export function visible(text: string): string {
  return text.replace(unprintable, '');
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
