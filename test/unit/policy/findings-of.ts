import type { Verdict } from '../../../src/policy/verdict';

/** `kept`, `unknown`, or what is found. */
export function findingsOf({ violations, unjudged }: Verdict): string {
  return [...violations.map(({ found }) => found), ...unjudged.map(() => 'unknown')].join(' | ') || 'kept';
}

export const perhapsOne = ' This is one of the values that the expression can have.';
