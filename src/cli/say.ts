import { printableLines } from '../client';

/** Prints a line for the user. Escapes control characters in foreign text. */
export function say(line: string, stream: NodeJS.WritableStream = process.stderr): void {
  stream.write(`${printableLines(line)}\n`);
}

/** Quotes a word of a command that people copy, so that their shell does not execute any part of it. */
export function shellWord(text: string): string {
  return /^[\w.~:@/%=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
