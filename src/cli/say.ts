import { printableLines } from '../client';

/** Prints a line for the user. Escapes control characters in foreign text. */
export function say(line: string, stream: NodeJS.WritableStream = process.stderr): void {
  stream.write(`${printableLines(line)}\n`);
}
