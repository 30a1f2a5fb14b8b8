import { StatusError } from './status';

/**
 * Describes a failure by name and stack, without its message unless it is our own: a message of the engine or of a
 * library may quote its input (JSON.parse does), which may be a secret.
 */
export function describeFailure(failure: unknown): string {
  if (!(failure instanceof Error)) return 'a value that is not an error was thrown';
  const head = failure instanceof StatusError ? `${failure.name}: ${failure.message}` : failure.name;
  return [head, ...stackFrames(failure)].join('\n');
}

/** The last output of a crash. Terraform shows what follows `panic: ` at the start of a line. */
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
