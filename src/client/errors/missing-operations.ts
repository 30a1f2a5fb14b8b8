import { type ErrorContext, PlatformError, requestOf } from './platform-error';

/** The platform lacks an operation: the caller declared it, or the platform answered 405, 501 or a contradicted 404. */
export class Unsupported extends PlatformError {
  override readonly name = 'Unsupported';

  /**
   * @param declared true if the caller listed the operation in `unavailableOperations`. No request was made.
   * @param listedId id of the object that the collection still shows, although the operation answers 404
   */
  constructor(
    context: ErrorContext,
    readonly declared: boolean,
    readonly listedId?: string,
  ) {
    const call = `${requestOf(context)} (${context.operation})`;
    const met = context.status === undefined ? '' : `: it answers ${context.status}`;
    const contradiction =
      `${call} answers ${context.status} for "${listedId}", but the list shows it. Either the list lags behind a ` +
      'deletion, or the platform does not offer this operation.';
    const missing = `The platform does not offer ${call}${met}.`;
    super(
      declared ? `${call} is declared unavailable.` : listedId === undefined ? missing : contradiction,
      context,
    );
  }
}

/** Neither the object nor its collection can be read. Its state is unknown. */
export class Unobservable extends PlatformError {
  override readonly name = 'Unobservable';

  constructor(context: ErrorContext, id: string) {
    super(`"${id}" cannot be read: neither ${requestOf(context)} nor its collection is available.`, context);
  }
}

/** A DELETE was accepted (202), and nothing shows that it is done. */
export class StillShown extends PlatformError {
  override readonly name = 'StillShown';
  override readonly mayHaveTakenEffect = true;

  constructor(context: ErrorContext, id: string) {
    super(
      `The platform has accepted ${requestOf(context)} (202), and nothing shows that "${id}" is gone.`,
      context,
    );
  }
}
