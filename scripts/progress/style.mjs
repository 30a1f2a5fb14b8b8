/** SGR parameters (ECMA-48, 8.3.117) that start a style. Parameter 0 ends it. */
const numbers = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/**
 * @typedef {keyof typeof numbers} Style
 * @typedef {(style: Style, text: string) => string} Paint
 */

/** @type {Paint} */
export const plain = (_, text) => text;

/** @type {Paint} */
export const coloured = (style, text) => (text === '' ? '' : `\u001b[${numbers[style]}m${text}\u001b[0m`);

/**
 * Returns `coloured` for a terminal with colours, else `plain`. Node.js evaluates NO_COLOR, FORCE_COLOR and TERM.
 *
 * @param {{isTTY?: boolean | undefined, hasColors?: () => boolean}} stream
 * @returns {Paint}
 */
export function paintFor(stream) {
  return stream.isTTY && stream.hasColors?.() ? coloured : plain;
}
