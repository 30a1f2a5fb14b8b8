import { say } from './say';

/** A reader that has gone, such as `head`, wanted no more. That is no failure. */
export const isReaderGone = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';

/** Ends the process with one line and exit code 1 if standard output cannot be written. Node.js prints a stack trace. */
export function guardStandardOutput(): void {
  process.stdout.on('error', error => {
    if (isReaderGone(error)) return;
    const reason = 'code' in error ? error.code : error.message;
    say(`error: Standard output cannot be written (${reason}).`);
    process.exit(1);
  });
}
