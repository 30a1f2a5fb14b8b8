import type { Possible } from './facts';
import type { Policy, RuleName } from './policy';

/** The result of one rule: a breach has a sentence about the problem, and one about its solution. */
export type Judgement = 'kept' | 'unknown' | Breach;

/** It contains no value of a secret, and of an address only the host. */
export interface Breach {
  readonly found: string;
  readonly remedy: string;
}

/** A rule that cannot be judged, because a value is not known yet. */
export interface Unjudged {
  readonly rule: RuleName;
  /** The attribute by its Terraform name. */
  readonly attribute: string;
}

export interface Rule<Facts> extends Unjudged {
  judge(facts: Facts, policy: Policy): Judgement;
}

export const isBreach = (judgement: Judgement): judgement is Breach => typeof judgement === 'object';

const oneOfSeveral = 'This is one of the values that the expression can have.';

/**
 * Judges each value that an attribute can take: one that breaks the rule is enough. The rule is kept only if all
 * values are known and keep it.
 */
export function judgeEach<T>({ values, isComplete }: Possible<T>, judge: (value: T) => Judgement): Judgement {
  const judgements = values.map(judge);
  const breach = judgements.find(isBreach);
  if (breach === undefined) return isComplete && !judgements.includes('unknown') ? 'kept' : 'unknown';
  if (isComplete && judgements.every(isBreach)) return breach;
  const found = breach.found.endsWith(oneOfSeveral) ? breach.found : `${breach.found} ${oneOfSeveral}`;
  return { ...breach, found };
}

export const keepTo = (noun: string, allowed: readonly string[]): string =>
  allowed.length === 0
    ? `The policy allows no ${noun}.`
    : `Keep to the allowed ${noun}: ${allowed.join(', ')}.`;
