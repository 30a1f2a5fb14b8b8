import { type ErrorContext, PlatformError, requestOf } from './platform-error';

/** A successful response that contradicts the contract. Its values are never quoted. */
export class MalformedResponse extends PlatformError {
  override readonly name = 'MalformedResponse';
  override readonly mayHaveTakenEffect = true;

  /** @param path place in the response, such as `data[3].id`; empty for the whole response */
  constructor(
    context: ErrorContext,
    readonly path: string,
    readonly expected: string,
  ) {
    const place = path === '' ? 'the answer' : path;
    super(
      `The platform's answer to ${requestOf(context)} is malformed: ${place} should be ${expected}.`,
      context,
    );
  }
}

/** A list that stopped without a word: nobody can tell whether it is whole. Its reader has the objects before it. */
export class EndUnknown extends PlatformError {
  override readonly name = 'EndUnknown';

  constructor(
    context: ErrorContext,
    /** Number of objects that the list has shown. */
    readonly count: number,
  ) {
    super(
      `Only the first ${count} objects of ${requestOf(context)} are seen: the answer has no next_cursor, so nobody can tell ` +
        'whether more follow.',
      context,
    );
  }
}

/** A list without an end: its cursor repeats, or its pages repeat the same objects. */
export class EndlessList extends PlatformError {
  override readonly name = 'EndlessList';

  constructor(context: ErrorContext, circumstance: string) {
    super(`The platform's list of ${requestOf(context)} does not end: ${circumstance}.`, context);
  }
}
