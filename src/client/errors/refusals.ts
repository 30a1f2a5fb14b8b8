import {
  askedPause,
  type ErrorContext,
  ended,
  PlatformError,
  requestOf,
  saidBy,
  times,
} from './platform-error';

/** 401: the key is missing, unknown or revoked. */
export class Unauthorized extends PlatformError {
  override readonly name = 'Unauthorized';
  override readonly affectsEveryCall = true;

  constructor(context: ErrorContext) {
    super(
      `The platform does not accept the API key (401 on ${requestOf(context)}).${saidBy(context.refusal)}`,
      context,
    );
  }
}

/** What a call is authorized by (section 5). */
export type CredentialKind = 'API key' | 'login';

/** 403: the credential is valid but lacks the permission. */
export class Forbidden extends PlatformError {
  override readonly name = 'Forbidden';

  /** @param missingScope named by the platform @param usualScope of the contract. None: an unrestricted key */
  constructor(
    context: ErrorContext,
    readonly missingScope: string | undefined,
    readonly credential: CredentialKind = 'API key',
    readonly usualScope?: string,
  ) {
    const usual = usualScope === undefined ? 'an unrestricted key' : `the scope ${usualScope}`;
    const missing = missingScope && `: the scope ${missingScope} is missing.`;
    const why = missing ?? ` (403). This call usually needs ${usual}.`;
    super(`The ${credential} may not call ${requestOf(context)}${why}${saidBy(context.refusal)}`, context);
  }
}

/** 403 for an object that its collection, which can be read, lacks. Some platforms answer so for what does not exist. */
export class ForbiddenOrGone extends PlatformError {
  override readonly name = 'ForbiddenOrGone';

  constructor({ operation, message, mayHaveTakenEffect }: Forbidden, id: string) {
    const context = { operation, status: 403, mayHaveTakenEffect };
    super(`${message} The list works and does not have "${id}".`, context);
  }
}

/** 403 without JSON: a firewall, a proxy or a login page has answered in place of the platform. */
export class RefusedInFront extends PlatformError {
  override readonly name = 'RefusedInFront';

  constructor(context: ErrorContext) {
    super(`Something in front of the platform refused ${requestOf(context)} (403, without JSON).`, context);
  }
}

/** 404 for an object. Reads accept it only if the collection also lacks the object. */
export class NotFound extends PlatformError {
  override readonly name = 'NotFound';

  /** @param id absent for calls without an object: the address itself was not found */
  constructor(
    context: ErrorContext,
    readonly id: string | undefined,
  ) {
    const what = id === undefined ? 'nothing at the address' : `no object "${id}"`;
    super(`The platform knows ${what} of ${requestOf(context)} (404).${saidBy(context.refusal)}`, context);
  }
}

/** 409 or 423: the platform's state forbids the request, perhaps for now. Only the platform knows what it is. */
export class Conflict extends PlatformError {
  override readonly name = 'Conflict';

  constructor(context: ErrorContext, attempts: number) {
    const refused = `was refused ${times(attempts)} (${context.status})`;
    super(`${requestOf(context)} ${refused}.${askedPause(context)}${saidBy(context.refusal)}`, context);
  }
}

/** 400, 422 and other responses that reject the request, or an argument rejected before the request. */
export class Invalid extends PlatformError {
  override readonly name = 'Invalid';

  /** @param fields problem by field name, from the platform */
  constructor(
    context: ErrorContext,
    readonly fields: ReadonlyMap<string, string>,
  ) {
    const list = [...fields].map(([name, problem]) => `${name}: ${problem}`).join('; ');
    const status = context.status === undefined ? '' : ` (${context.status})`;
    const detail = list === '' ? '' : ` Fields: ${ended(list)}`;
    super(
      `The request ${requestOf(context)} is not valid${status}.${saidBy(context.refusal)}${detail}`,
      context,
    );
  }
}

/** 429 after all retries, or with a pause that is too long to wait for. */
export class RateLimited extends PlatformError {
  override readonly name = 'RateLimited';
  override readonly affectsEveryCall: boolean;

  /** @param attempts 0 if the call was not made because another call's pause still lasts */
  constructor(context: ErrorContext, attempts: number) {
    const turnedAway = attempts === 0 ? 'was not called' : `was refused ${times(attempts)} (429)`;
    super(
      `The platform limits the rate: ${requestOf(context)} ${turnedAway}.${askedPause(context)}${saidBy(context.refusal)}`,
      context,
    );
    this.affectsEveryCall = context.pauseMilliseconds !== undefined;
  }
}

/** 5xx after all retries of a call that is safe to retry, or with a pause that is too long. */
export class ServerError extends PlatformError {
  override readonly name = 'ServerError';
  override readonly mayHaveTakenEffect = true;

  constructor(context: ErrorContext, attempts: number) {
    super(
      `The platform failed at ${requestOf(context)} ${times(attempts)} (${context.status}).${askedPause(context)}${saidBy(context.refusal)}`,
      context,
    );
  }
}

/** 3xx. Redirects are not followed: the key would be sent to an address that nobody configured. */
export class Redirected extends PlatformError {
  override readonly name = 'Redirected';

  constructor(context: ErrorContext, host: string | undefined) {
    const target = host === undefined ? '' : ` to the host ${host}`;
    super(
      `The platform answered ${requestOf(context)} with a redirect${target} (${context.status}). The ` +
        'redirect is not followed: the API key is for the configured address only.',
      context,
    );
  }
}
