import { printableLines } from '../client';

/** A line for the person at the terminal; words from outside do to it nothing but appear. */
export function say(line: string, stream: NodeJS.WritableStream = process.stderr): void {
  stream.write(`${printableLines(line)}\n`);
}

/** A word of a command that people copy: nothing in it runs in their shell. */
export function shellWord(text: string): string {
  return /^[\w.~:@/%=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
