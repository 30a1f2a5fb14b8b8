import { printableLines } from '../client';

/** Prints a line for the user. Escapes control characters in foreign text. */
export function say(line: string, stream: NodeJS.WritableStream = process.stderr): void {
  stream.write(`${printableLines(line)}\n`);
}

/** A word of a command that people copy: nothing in it runs in their shell. */
export function shellWord(text: string): string {
  return /^[\w.~:@/%=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
