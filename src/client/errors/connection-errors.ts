import { askedPause, type ErrorContext, PlatformError, requestOf, times } from './platform-error';

/** The connection failed: refused, unknown host name, untrusted certificate, or time-out. */
export class Unreachable extends PlatformError {
  override readonly name = 'Unreachable';
  override readonly affectsEveryCall = true;

  /** @param address host and port @param code of the system or of TLS, such as `ECONNREFUSED` */
  constructor(
    context: ErrorContext,
    readonly address: string,
    readonly code: string,
    attempts: number,
  ) {
    const need = `needed for ${requestOf(context)}`;
    super(
      `No connection to ${address} (${code}), ${need}. The request was tried ${times(attempts)}.`,
      context,
    );
  }
}

/** The connection broke before the response to a call that is safe to retry. */
export class ConnectionLost extends PlatformError {
  override readonly name = 'ConnectionLost';
  override readonly mayHaveTakenEffect = true;

  constructor(context: ErrorContext, address: string, code: string, attempts: number) {
    super(
      `The connection to ${address} broke during ${requestOf(context)} (${code}). The request was ` +
        `tried ${times(attempts)}.`,
      context,
    );
  }
}

/** No complete response within the time-out of one attempt. */
export class TimedOut extends PlatformError {
  override readonly name = 'TimedOut';
  override readonly mayHaveTakenEffect = true;

  constructor(context: ErrorContext, address: string, seconds: number, attempts: number) {
    super(
      `${address} did not answer ${requestOf(context)} within ${seconds} seconds. The request was ` +
        `tried ${times(attempts)}.`,
      context,
    );
  }
}

/** The response to a POST is lost. The platform may have created the object, and a retry could create a second one. */
export class Ambiguous extends PlatformError {
  override readonly name = 'Ambiguous';
  override readonly mayHaveTakenEffect = true;
  /** The created object's id, if it could be read from an invalid response. */
  readonly id: string | undefined;

  constructor(context: ErrorContext, circumstance: string, id?: string) {
    const known = id === undefined ? '' : ` The response names the id "${id}".`;
    super(
      `It is not known whether ${requestOf(context)} took effect: ${circumstance}.${known}${askedPause(context)}`,
      context,
    );
    this.id = id;
  }

  /** True if the platform reports success. Each further request would then create one more object. */
  get isAnswered(): boolean {
    return this.status !== undefined && this.status < 300;
  }
}

/** The caller's signal ended the call before it took effect. */
export class Cancelled extends PlatformError {
  override readonly name = 'Cancelled';

  constructor(context: ErrorContext) {
    super(`${requestOf(context)} was cancelled.`, context);
  }
}
