import { judgePlan } from '../../policy/plan/judge-plan';
import type { Policy } from '../../policy/policy';
import type { Unjudged, Violation } from '../../policy/verdict';
import type { PolicyFinding } from '../model';
import { isSensitive } from '../plan/planned-object';
import type { JudgedObject, ReportOptions } from '../report-options';
import type { StackPolicy } from './stack-policy';

type Show = (text: string) => string;

/**
 * Returns the judge for a report. It holds the plan to the policy, without what the program accepts, and repeats what
 * the synthesis has found, where the plan says nothing newer.
 */
export function policyJudge(policy: Policy, stack: StackPolicy): NonNullable<ReportOptions['policy']> {
  return (objects, show) => [...inPlan(policy, stack, objects, show), ...atSynthesis(policy, stack, show)];
}

function inPlan(
  policy: Policy,
  { accepted }: StackPolicy,
  objects: readonly JudgedObject[],
  show: Show,
): readonly PolicyFinding[] {
  // A deposed object has the address of its successor, and no planned values.
  const judged = objects.filter(({ object }) => !object.isData && object.after !== undefined);
  const byAddress = new Map(judged.map(one => [one.object.address, one]));
  const { violations, unjudged } = judgePlan(
    policy,
    judged.map(({ object: { address, type, after, unknown } }) => ({
      address,
      type,
      after,
      afterUnknown: unknown,
    })),
  );
  const finding = (
    { address, rule }: Unjudged & { address: string },
    level: PolicyFinding['level'],
    sentence: string,
  ): PolicyFinding[] => {
    const one = byAddress.get(address);
    if (accepted.some(known => known.rule === rule && known.address === one?.object.block)) return [];
    return [{ rule, level, object: one?.subject ?? null, path: null, sentence }];
  };
  return [
    ...violations.flatMap(violation =>
      finding(violation, 'error', sentenceOf(violation, byAddress.get(violation.address), show)),
    ),
    ...unjudged.flatMap(rule =>
      finding(
        rule,
        'warning',
        `${rule.attribute}: The value is known after apply, so the rule is not judged.`,
      ),
    ),
  ];
}

function sentenceOf({ attribute, found, remedy }: Violation, judged: JudgedObject | undefined, show: Show) {
  const [argument = attribute] = attribute.split('.');
  // A finding on `secret` says only that there is one.
  const isHidden = argument !== 'secret' && judged !== undefined && isSensitive(judged.object, argument);
  return `${attribute}: ${isHidden ? 'The value, which is sensitive, breaks the rule.' : show(found)} ${show(remedy)}`;
}

/** The plan knows better what synthesis could not judge, if it is held to the same rule. */
function atSynthesis(policy: Policy, stack: StackPolicy, show: Show): readonly PolicyFinding[] {
  const isNew = ({ rule }: Unjudged) => policy[rule] === undefined || policy[rule] === false;
  const warning = (rule: string, path: string, sentence: string): PolicyFinding => ({
    rule,
    level: 'warning',
    object: null,
    path: show(path),
    sentence,
  });
  return [
    ...stack.findings
      .filter(isNew)
      .map(({ rule, path, attribute, found, remedy }) =>
        warning(rule, path, `${show(attribute)}: ${show(found)} ${show(remedy)}`),
      ),
    ...stack.unjudged
      .filter(isNew)
      .map(({ rule, path, attribute }) =>
        warning(
          rule,
          path,
          `${show(attribute)}: Synthesis did not know the value. Judge the plan: report PLAN --policy FILE.`,
        ),
      ),
    ...stack.staleAcceptances.map(({ rule, path, reason }) =>
      warning(
        rule,
        path,
        `Accepted in code, and there is no such finding any more. The reason was: ${show(reason)}`,
      ),
    ),
  ];
}
