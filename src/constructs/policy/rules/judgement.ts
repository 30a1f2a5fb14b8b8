import type { Policy, RuleName } from './policy';

/**
 * True if no part of an attribute is known after apply only.
 *
 * @param path by Terraform's names, such as `rotation.after_days`
 */
export type IsKnown = (path: string) => boolean;

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

export interface Rule<Values> extends Unjudged {
  judge(values: Values, policy: Policy, isKnown: IsKnown): Judgement;
}

export const isBreach = (judgement: Judgement): judgement is Breach => typeof judgement === 'object';

export const keepTo = (noun: string, allowed: readonly string[]): string =>
  allowed.length === 0
    ? `The policy allows no ${noun}.`
    : `Keep to the allowed ${noun}: ${allowed.join(', ')}.`;
