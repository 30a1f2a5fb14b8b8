import type { Findings, UnjudgedRule } from './findings';
import { type AcceptedRisk, isExpired, judgementOf } from './rules/accepted-risks';

/**
 * Divides findings by what is accepted. Only Terraform knows the instances of `count` and `for_each`: if one of them is
 * accepted, the plan judges each of them.
 *
 * @internal
 */
export function outcomeOf(
  { findings, unjudged }: Findings,
  entries: readonly AcceptedRisk[],
  today: string,
): Findings {
  const holding = entries.filter(entry => !isExpired(entry, today));
  const isAccepted = ({ address, rule, isRepeated }: UnjudgedRule) =>
    holding.some(
      entry =>
        judgementOf(entry.rule) === rule &&
        (isRepeated ? entry.address.startsWith(`${address}[`) : entry.address === address),
    );
  return {
    findings: findings.filter(finding => !isAccepted(finding)),
    unjudged: [
      ...unjudged.filter(rule => rule.isRepeated || !isAccepted(rule)),
      ...findings.filter(finding => finding.isRepeated && isAccepted(finding)),
    ],
  };
}
