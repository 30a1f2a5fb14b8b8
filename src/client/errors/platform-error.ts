import { messages } from './messages';

export type ErrorKind = keyof typeof messages;

/** What an error of each kind knows. */
export type Facts = { readonly [Kind in ErrorKind]: Parameters<(typeof messages)[Kind]>[0] };

const messageOf: { readonly [Kind in ErrorKind]: (facts: Facts[Kind]) => string } = messages;

/** Every other call of the process would fail in the same way. */
const lasting: readonly ErrorKind[] = [
  'Unreachable',
  'NoApi',
  'Unauthorized',
  'LoginRequired',
  'LoginRefused',
];

/** The platform may have changed, although it gave no answer, or no proper one. */
const unsettled: readonly ErrorKind[] = [
  'ConnectionLost',
  'TimedOut',
  'Ambiguous',
  'MalformedResponse',
  'StillShown',
  'ServerError',
];

/** The error of a call. The message contains no secret and no body. */
export class PlatformError<Kind extends ErrorKind = ErrorKind> extends Error {
  /** True if every other call of the process would fail in the same way. It is then reported once. */
  readonly affectsEveryCall: boolean;
  /** True if a failed write may have changed the platform. */
  readonly mayHaveTakenEffect: boolean;

  constructor(
    readonly kind: Kind,
    readonly facts: Facts[Kind],
  ) {
    super(messageOf[kind](facts));
    this.name = kind;
    const isPaused = kind === 'RateLimited' && facts.pauseMilliseconds !== undefined;
    this.affectsEveryCall = isPaused || lasting.includes(kind);
    this.mayHaveTakenEffect = facts.hasUnansweredAttempt || unsettled.includes(kind);
  }
}

export function isKind<Kind extends ErrorKind>(
  error: unknown,
  ...kinds: readonly Kind[]
): error is PlatformError<Kind> {
  return error instanceof PlatformError && kinds.includes(error.kind);
}

/** True if the platform reports success, perhaps by 303. Each further request would then create one more object. */
export function isAnswered({ status }: Facts['Ambiguous']): boolean {
  return status !== undefined && (status < 300 || status === 303);
}
