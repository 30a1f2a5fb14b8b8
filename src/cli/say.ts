import { printableLines } from '../client';

/** A line for the person at the terminal; words from outside do to it nothing but appear. */
export function say(line: string, stream: NodeJS.WritableStream = process.stderr): void {
  stream.write(`${printableLines(line)}\n`);
}
