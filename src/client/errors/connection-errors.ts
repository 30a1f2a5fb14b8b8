import { type ErrorContext, PlatformError, requestOf, times } from './platform-error';

/** No connection: refused, name not found, certificate not trusted, nobody there within the time-out. */
export class Unreachable extends PlatformError {
  override readonly name = 'Unreachable';
  override readonly affectsEveryCall = true;
  /** Host and port that were tried. */
  readonly address: string;
  /** System's or TLS's code, such as `ECONNREFUSED`. */
  readonly code: string;

  constructor(context: ErrorContext, address: string, code: string, attempts: number) {
    super(
      `No connection to ${address} (${code}), needed for ${requestOf(context)}. It was tried ${times(attempts)}.`,
      context,
    );
    this.address = address;
    this.code = code;
  }
}

/** The connection broke while a call that may safely be repeated waited for its answer. */
export class ConnectionLost extends PlatformError {
  override readonly name = 'ConnectionLost';
  override readonly mayHaveTakenEffect = true;
  readonly address: string;
  readonly code: string;

  constructor(context: ErrorContext, address: string, code: string, attempts: number) {
    super(
      `The connection to ${address} broke during ${requestOf(context)} (${code}). It was tried ${times(attempts)}.`,
      context,
    );
    this.address = address;
    this.code = code;
  }
}

/** No whole answer within the time-out of one attempt. */
export class TimedOut extends PlatformError {
  override readonly name = 'TimedOut';
  override readonly mayHaveTakenEffect = true;

  constructor(context: ErrorContext, address: string, seconds: number, attempts: number) {
    super(
      `${address} did not answer ${requestOf(context)} within ${seconds} seconds. It was tried ${times(attempts)}.`,
      context,
    );
  }
}

/**
 * The answer of a POST is lost: the platform may or may not have created the object. Repeating it could
 * create a second one.
 */
export class Ambiguous extends PlatformError {
  override readonly name = 'Ambiguous';
  override readonly mayHaveTakenEffect = true;
  /** True when the platform may still be at work on it, so that an absence now proves nothing. */
  readonly mayStillHappen: boolean;
  /** The created object's id, when the answer was broken but its id could be read. */
  readonly id: string | undefined;

  constructor(
    context: ErrorContext,
    circumstance: string,
    {
      id,
      mayStillHappen = false,
    }: { readonly id?: string | undefined; readonly mayStillHappen?: boolean } = {},
  ) {
    const known = id === undefined ? '' : ` The answer names the id "${id}".`;
    super(`Whether ${requestOf(context)} took effect is not known: ${circumstance}.${known}`, context);
    this.id = id;
    this.mayStillHappen = mayStillHappen;
  }
}

/** The caller's signal ended the call before it took effect. */
export class Cancelled extends PlatformError {
  override readonly name = 'Cancelled';

  constructor(context: ErrorContext) {
    super(`${requestOf(context)} was cancelled.`, context);
  }
}
