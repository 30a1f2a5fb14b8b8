import { type ErrorContext, PlatformError, requestOf } from './platform-error';

/** A successful answer that does not hold what the contract says. Its values are never quoted. */
export class MalformedAnswer extends PlatformError {
  override readonly name = 'MalformedAnswer';
  override readonly mayHaveTakenEffect = true;
  /** Place in the answer, such as `data[3].id`; empty for the answer as a whole. */
  readonly path: string;
  readonly expected: string;

  constructor(context: ErrorContext, path: string, expected: string) {
    const place = path === '' ? 'the answer' : path;
    super(
      `The platform's answer to ${requestOf(context)} is malformed: ${place} should be ${expected}.`,
      context,
    );
    this.path = path;
    this.expected = expected;
  }
}

/** A list that never ends: its cursor repeats, or its pages bring nothing new. */
export class EndlessList extends PlatformError {
  override readonly name = 'EndlessList';

  constructor(context: ErrorContext, circumstance: string) {
    super(`The platform's list of ${requestOf(context)} does not end: ${circumstance}.`, context);
  }
}
