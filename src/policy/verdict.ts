import type { Possible } from './facts';
import type { RuleName } from './policy';

/**
 * A problem with one attribute: a sentence about the problem, and one about its solution. It contains no value of
 * a secret, and of an address only the host.
 *
 * @internal
 */
export interface Violation {
  readonly rule: RuleName;
  readonly attribute: string;
  readonly found: string;
  readonly remedy: string;
}

/**
 * A rule that cannot be judged, because a value is not known yet.
 *
 * @internal
 */
export interface Unjudged {
  readonly rule: RuleName;
  readonly attribute: string;
}

/** @internal */
export interface Verdict {
  readonly violations: readonly Violation[];
  readonly unjudged: readonly Unjudged[];
}

/**
 * The result of one rule.
 *
 * @internal
 */
export type Judgement = 'kept' | 'unknown' | Breach;

/** @internal */
export interface Breach {
  readonly found: string;
  readonly remedy: string;
}

/** @internal */
export function isBreach(judgement: Judgement): judgement is Breach {
  return typeof judgement === 'object';
}

const oneOfSeveral = 'This is one of the values that the expression can have.';

/**
 * Judges each value that an attribute can take: one that breaks the rule is enough. The rule is kept only if all
 * values are known and keep it.
 *
 * @internal
 */
export function judgeEach<T>({ values, isComplete }: Possible<T>, judge: (value: T) => Judgement): Judgement {
  const judgements = values.map(judge);
  const breach = judgements.find(isBreach);
  if (breach === undefined) return isComplete && !judgements.includes('unknown') ? 'kept' : 'unknown';
  if (isComplete && judgements.every(isBreach)) return breach;
  const found = breach.found.endsWith(oneOfSeveral) ? breach.found : `${breach.found} ${oneOfSeveral}`;
  return { ...breach, found };
}
