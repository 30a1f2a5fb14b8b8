import type { IConstruct } from 'constructs';
import type { Acceptance } from './acceptances';
import type { Finding, Findings, UnjudgedRule } from './findings';

/** @internal */
export interface AcceptedFinding extends Finding {
  readonly reason: string;
}

/**
 * What policies and acceptances say about a stack.
 *
 * @internal
 */
export interface Outcome {
  readonly findings: readonly Finding[];
  readonly accepted: readonly AcceptedFinding[];
  readonly unjudged: readonly UnjudgedRule[];
  /** Acceptances of which no finding is left. */
  readonly stale: readonly Acceptance[];
}

/**
 * Divides findings by the acceptances. An acceptance of a rule that cannot be judged yet is not stale.
 *
 * @internal
 */
export function outcomeOf({ findings, unjudged }: Findings, acceptances: readonly Acceptance[]): Outcome {
  const reasonFor = ({ construct, rule }: Matter) =>
    acceptances.find(accepted => accepted.construct === construct && accepted.rule === rule)?.reason;
  const accepted = findings.flatMap(finding => {
    const reason = reasonFor(finding);
    return reason === undefined ? [] : [{ ...finding, reason }];
  });
  const matters = [...findings, ...unjudged];
  return {
    findings: findings.filter(finding => reasonFor(finding) === undefined),
    accepted,
    unjudged: unjudged.filter(rule => reasonFor(rule) === undefined),
    stale: acceptances
      .filter(
        ({ construct, rule }) =>
          !matters.some(matter => matter.construct === construct && matter.rule === rule),
      )
      .sort((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1)),
  };
}

/** Sorted by place, the file is the same whatever the order of the program. */
const sortKeyOf = ({ construct, rule }: Acceptance): string => `${construct.node.path}\n${rule}`;

interface Matter {
  readonly construct: IConstruct;
  readonly rule: string;
}
