import { basename } from 'node:path';
import { printableLines } from '../words/printable';

/** The Python package starts this command by its path, and npm by its name. Only npm's users have npx. */
const isNpm = basename(process.argv[1] ?? '') !== 'cli.cjs';

export function asCalled(text: string): string {
  return isNpm ? text : text.replaceAll('npx --no cdktf-provider-svc', 'cdktf-provider-svc');
}

/** True while the last line of the terminal is one that the next line replaces. */
let isProgressShown = false;

/** Shows a line on a terminal until the next one. In a pipe, which keeps all lines, nothing. */
export function sayProgress(line: string): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\u001b[K${line}`);
  isProgressShown = true;
}

function endProgress(): void {
  if (isProgressShown) process.stderr.write('\r\u001b[K');
  isProgressShown = false;
}

/** Prints a line for the user on standard error. Escapes control characters in foreign text. */
export function say(line: string, stream: NodeJS.WritableStream = process.stderr): void {
  endProgress();
  stream.write(`${printableLines(asCalled(line))}\n`);
}

/** Prints a line of the result. */
export const print = (line: string): void => say(line, process.stdout);

/** Prints a result as JSON. Foreign texts may have characters that change a terminal, and JSON has escapes of its own. */
export function printJson(value: unknown): void {
  const escaped = JSON.stringify(value, undefined, 2).replace(
    /[\u007f-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  endProgress();
  process.stdout.write(`${asCalled(escaped)}\n`);
}
