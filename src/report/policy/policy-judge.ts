import { anyOf, known, type Possible, unknown } from '../../constructs/policy/rules/facts';
import { judgeEndpoint, judgeKey, type Verdict, type Violation } from '../../constructs/policy/rules/judge';
import type { Policy } from '../../constructs/policy/rules/policy';
import type { Judging } from '../judge/judging';
import { ownKeysOf } from '../judge/own-keys';
import type { JudgedObject } from '../judge/risk';
import type { PolicyFinding } from '../model';
import { isSensitive, type PlannedObject } from '../plan/planned-object';
import type { ReportOptions } from '../report-options';
import { plannedEndpoint, plannedKey } from './planned-facts';

/** Holds a plan to a policy. A rule that cannot be judged is an error, too: the apply would find out. */
export function policyFindings(
  objects: readonly JudgedObject[],
  judging: Judging,
  options: ReportOptions,
): readonly PolicyFinding[] {
  const { policy } = options;
  if (policy === undefined) return [];
  return objects.flatMap(judged => {
    const { violations, unjudged } = verdictOf(policy, judged, judging, options);
    const found = [
      ...violations.map(one => ({ ...one, sentence: sentenceOf(one, judged, judging) })),
      ...unjudged.map(one => ({ ...one, sentence: `${one.attribute}: ${notJudged}` })),
    ];
    const object = judged.subject;
    return found.map(({ rule, sentence }) => ({
      rule,
      level: 'error' as const,
      object,
      address: null,
      sentence,
    }));
  });
}

const notJudged = 'Known after apply, so nobody has judged this rule. Apply first what it comes from.';

/** A deposed object, like a deleted one, has no planned values. */
function verdictOf(
  policy: Policy,
  { object }: JudgedObject,
  { plan }: Judging,
  options: ReportOptions,
): Verdict {
  const isJudged = !object.isData && object.after !== undefined;
  if (isJudged && object.type === 'svc_api_key')
    return judgeKey(
      policy,
      plannedKey(object, () => issuerOf(object, plan, options)),
    );
  if (isJudged && object.type === 'svc_webhook_endpoint') {
    return judgeEndpoint(policy, plannedEndpoint(object));
  }
  return { violations: [], unjudged: [] };
}

/** Returns the environments of the keys that an object's provider runs with. A key of another form counts as live. */
function issuerOf(
  { block }: PlannedObject,
  plan: Judging['plan'],
  { ownKeys, areOwnKeysNamed = false }: ReportOptions,
): Possible<string> {
  const providerKey = plan.configuration.blocks.get(block)?.providerKey;
  if (providerKey === undefined) return unknown;
  const { values, blocks, isSeen, isFromEnvironment } = ownKeysOf(
    plan,
    plan.configuration.providers.get(providerKey),
  );
  const others = isFromEnvironment || areOwnKeysNamed ? ownKeys : [];
  const keys = isSeen ? values : others;
  if (keys.length === 0 || blocks.length > 0) return unknown;
  return anyOf(keys.map(key => known(key.startsWith('svc_test_') ? 'test' : 'live')));
}

function sentenceOf(
  { attribute, found, remedy }: Violation,
  { object }: JudgedObject,
  { shown }: Judging,
): string {
  const [argument = attribute] = attribute.split('.');
  // A finding on `secret` says only that there is one.
  const isHidden = argument !== 'secret' && isSensitive(object, argument);
  const problem = isHidden ? 'The value, which is sensitive, breaks the rule.' : shown.host(found);
  return `${attribute}: ${problem} ${shown.host(remedy)}`;
}
