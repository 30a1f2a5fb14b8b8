import { environmentOf } from '../../client/contract/catalogue';
import type { Violation } from '../../constructs/policy/rules/judge';
import type { RuleName } from '../../constructs/policy/rules/policy';
import type { PolicyFinding } from '../model';
import { own, phrase } from '../phrase';
import { givenTo, inputsOf, textsWithin } from '../plan/inputs';
import { member } from '../plan/json';
import type { Plan } from '../plan/plan';
import { isSensitive, type PlannedObject } from '../plan/planned-object';
import type { FoundInPlan } from './found';
import type { Judging } from './judging';
import { typeOf } from './types';

/** Holds a plan to a policy. A rule that cannot be judged is an error, too: the apply would find out. */
export function breachesIn(objects: readonly PlannedObject[], judging: Judging): readonly FoundInPlan[] {
  const { policy, subjectOf } = judging;
  if (policy === undefined) return [];
  return objects.flatMap(planned => {
    // A deposed object, like a deleted one, has no planned values.
    if (planned.isData || planned.after === undefined) return [];
    const { violations, unjudged } = typeOf(planned).policy(policy, planned, () =>
      issuerOf(planned, judging),
    );
    const found = (name: RuleName, text: string): FoundInPlan => {
      const sentence = phrase([own(text)]);
      return { name, address: planned.address, planned, object: subjectOf(planned), sentence };
    };
    return [
      ...violations.map(one => found(one.rule, sentenceOfBreach(one, planned, judging))),
      ...unjudged.map(({ rule, attribute }) =>
        found(rule, `${attribute}: ${whyUnjudged[rule] ?? notJudged}`),
      ),
    ];
  });
}

export const policyFindingOf = ({ name, object, sentence }: FoundInPlan): PolicyFinding => ({
  rule: name,
  level: 'error',
  object,
  address: null,
  sentence: sentence.text,
});

const notJudged = 'Known after apply, so nobody has judged this rule. Apply first what it comes from.';
const whyUnjudged: Readonly<Partial<Record<RuleName, string>>> = {
  // An ephemeral variable is in no plan, so no apply helps.
  forbidLive:
    'The plan does not show the key of its provider, so nobody has judged this rule. Give that key by SVC_API_KEY.',
};

/**
 * Returns the environment of an object's provider: `live` if one of its possible keys has another form than `svc_test_`;
 * undefined if a key is not in the plan.
 */
function issuerOf({ block }: PlannedObject, { plan, ownKey = '' }: Judging): string | undefined {
  const providerKey = plan.configuration.blocks.get(block)?.providerKey;
  const keys = providerKey === undefined ? [] : keysOf(providerKey, plan, ownKey);
  if (keys.length === 0) return undefined;
  return keys.every(key => environmentOf(key) === 'test') ? 'test' : 'live';
}

/** Returns the keys that a provider block may run with; none if the plan does not show them all. */
function keysOf(providerKey: string, { configuration, variables: values }: Plan, ownKey: string) {
  const block = configuration.providers.get(providerKey);
  const expression = member(block?.expressions, 'api_key');
  if (block === undefined || expression === undefined) return textsWithin(ownKey);
  const inputs = inputsOf(expression, block.scope);
  // Of several, the plan does not tell which one counts, or whether none does.
  if (inputs.references.length > 0 || inputs.constants.length + inputs.variables.length > 1) return [];
  const given = givenTo(inputs, values);
  // The value of an ephemeral variable is not in the plan, so undefined.
  const isNull =
    given.length === 0 ? member(expression, 'constant_value') === null : given.every(value => value === null);
  return textsWithin(isNull ? ownKey : [inputs.constants, given]);
}

function sentenceOfBreach(
  { attribute, found, remedy }: Violation,
  object: PlannedObject,
  { shown }: Judging,
): string {
  const [argument = attribute] = attribute.split('.');
  // A finding on `secret` says only that there is one.
  const isHidden = argument !== 'secret' && isSensitive(object, argument);
  const problem = isHidden ? 'The value, which is sensitive, breaks the rule.' : shown.host(found);
  return `${attribute}: ${problem} ${shown.host(remedy)}`;
}
