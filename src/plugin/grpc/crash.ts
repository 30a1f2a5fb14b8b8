import { StatusError } from './status';

/**
 * A failure's name and stack without its message, unless the message is our own: one of the engine or of a
 * library may quote what it stumbled over (JSON.parse does), and that may be a secret.
 */
export function describeFailure(failure: unknown): string {
  if (!(failure instanceof Error)) return 'a value that is not an error was thrown';
  const head = failure instanceof StatusError ? `${failure.name}: ${failure.message}` : failure.name;
  return [head, ...stackFrames(failure)].join('\n');
}

/** The text of a dying process. Terraform looks for `panic: ` at a line's start and shows what follows. */
export function panicText(failure: unknown): string {
  return `panic: ${describeFailure(failure)}\n`;
}

function stackFrames(failure: Error): string[] {
  const stack = failure.stack ?? '';
  const afterMessage = stack.indexOf(failure.message) + failure.message.length;
  return stack
    .slice(afterMessage)
    .split('\n')
    .filter(line => /^ {4}at /.test(line));
}
