import type { Finding, Findings, Subject, UnjudgedRule } from './findings';
import { type AcceptedRisk, isExpired, judgementOf } from './rules/accepted-risks';

/**
 * What policies and accepted risks say about a stack.
 *
 * @internal
 */
export interface Outcome {
  readonly findings: readonly Finding[];
  readonly unjudged: readonly UnjudgedRule[];
  /** Entries that accept nothing: there is no such finding, or they have expired. */
  readonly idle: readonly AcceptedRisk[];
}

/**
 * Divides findings by what is accepted. Only Terraform knows the instances of `count` and `for_each`: if one of them is
 * accepted, the plan judges each of them.
 *
 * @internal
 */
export function outcomeOf(
  { findings, unjudged, subjects, rules }: Findings,
  entries: readonly AcceptedRisk[],
  today: string,
): Outcome {
  const fitting = ({ address, rule, isRepeated }: Judged) =>
    entries.filter(
      entry =>
        judgementOf(entry.rule) === rule &&
        (isRepeated ? entry.address.startsWith(`${address}[`) : entry.address === address),
    );
  const isAccepted = (judged: Judged) => fitting(judged).some(entry => !isExpired(entry, today));
  const used = new Set([...findings, ...unjudged].flatMap(fitting));
  return {
    findings: findings.filter(finding => !isAccepted(finding)),
    unjudged: [
      ...unjudged.filter(rule => rule.isRepeated || !isAccepted(rule)),
      ...findings.filter(finding => finding.isRepeated && isAccepted(finding)),
    ],
    // Another stack, a module or the report may be the place of others.
    idle: entries.filter(
      entry =>
        subjects.has(entry.address.replace(/\[.*$/s, '')) &&
        (isExpired(entry, today) || (rules.has(entry.rule) && !used.has(entry))),
    ),
  };
}

type Judged = Subject & { readonly rule: string };
