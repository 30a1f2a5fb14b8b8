import { judgeEndpoint, judgeKey, type Verdict, type Violation } from '../../constructs/policy/rules/judge';
import type { Policy } from '../../constructs/policy/rules/policy';
import type { JudgedObject } from '../judge/risk';
import type { PolicyFinding } from '../model';
import { isSensitive } from '../plan/planned-object';
import type { ReportOptions } from '../report-options';
import { plannedEndpoint, plannedKey } from './planned-facts';
import type { StackPolicy } from './stack-policy';

type Show = (text: string) => string;

/** Returns the judge for a report. It holds the plan to the policy, without what the program accepts. */
export function policyJudge(policy: Policy, stack: StackPolicy): NonNullable<ReportOptions['policy']> {
  return (objects, show) => [
    ...objects.flatMap(judged => inPlan(policy, stack, judged, show)),
    ...stack.staleAcceptances.map(
      ({ rule, path, reason }): PolicyFinding => ({
        rule,
        level: 'warning',
        object: null,
        path: show(path),
        sentence: `Accepted in code, and there is no such finding any more. The reason was: ${show(reason)}`,
      }),
    ),
  ];
}

function inPlan(
  policy: Policy,
  { accepted }: StackPolicy,
  judged: JudgedObject,
  show: Show,
): readonly PolicyFinding[] {
  const { violations, unjudged } = verdictOf(policy, judged);
  const { object, subject } = judged;
  const found = [
    ...violations.map(one => ({ ...one, level: 'error' as const, sentence: sentenceOf(one, judged, show) })),
    ...unjudged.map(one => ({
      ...one,
      level: 'warning' as const,
      sentence: `${one.attribute}: The value is known after apply, so the rule is not judged.`,
    })),
  ];
  return found
    .filter(({ rule }) => !accepted.some(known => known.rule === rule && known.address === object.block))
    .map(({ rule, level, sentence }) => ({ rule, level, object: subject, path: null, sentence }));
}

/** A deposed object, like a deleted one, has no planned values. */
function verdictOf(policy: Policy, { object }: JudgedObject): Verdict {
  const isJudged = !object.isData && object.after !== undefined;
  if (isJudged && object.type === 'svc_api_key') return judgeKey(policy, plannedKey(object));
  if (isJudged && object.type === 'svc_webhook_endpoint') {
    return judgeEndpoint(policy, plannedEndpoint(object));
  }
  return { violations: [], unjudged: [] };
}

function sentenceOf({ attribute, found, remedy }: Violation, { object }: JudgedObject, show: Show): string {
  const [argument = attribute] = attribute.split('.');
  // A finding on `secret` says only that there is one.
  const isHidden = argument !== 'secret' && isSensitive(object, argument);
  return `${attribute}: ${isHidden ? 'The value, which is sensitive, breaks the rule.' : show(found)} ${show(remedy)}`;
}
