import type { EndpointFacts, KeyFacts, Names } from './facts';
import { matchesHost, unclearHost } from './hosts';
import { type Breach, isBreach, judgeKnown, keepTo, type Rule, type Unjudged } from './judgement';
import { keyRules } from './key-rules';
import type { Policy } from './policy';

export interface Violation extends Unjudged, Breach {}

export interface Verdict {
  readonly violations: readonly Violation[];
  readonly unjudged: readonly Unjudged[];
}

const unclear = 'Programs find different hosts in the address, or none.';

const endpointRules: readonly Rule<EndpointFacts>[] = [
  {
    rule: 'allowedHosts',
    attribute: 'url',
    judge: ({ host }, { allowedHosts = [] }) =>
      judgeKnown(host, name =>
        allowedHosts.some(pattern => matchesHost(pattern, name))
          ? 'kept'
          : {
              found: name === unclearHost ? unclear : `The host ${name} is not allowed.`,
              remedy: keepTo('hosts', allowedHosts),
            },
      ),
  },
  {
    rule: 'requireWriteOnlySecrets',
    attribute: 'secret',
    judge: ({ hasStoredSecret }) =>
      hasStoredSecret
        ? {
            found: 'The signing secret is given by secret, so saved plans and the state hold it.',
            remedy: 'Give it by secret_wo, with secret_wo_version.',
          }
        : 'kept',
  },
  {
    rule: 'maxEvents',
    attribute: 'events',
    judge: ({ events }, { maxEvents: most = Number.POSITIVE_INFINITY }) =>
      judgeKnown(events, names => {
        const { least, largest } = countOf(names);
        if (largest <= most) return 'kept';
        if (least <= most) return 'unknown';
        return {
          found: `The endpoint subscribes to ${least} event types, and ${most} ${most === 1 ? 'is' : 'are'} allowed.`,
          remedy: 'Leave out event types, or divide them among endpoints.',
        };
      }),
  },
];

/** Holds a key to a policy. */
export const judgeKey = (policy: Policy, facts: KeyFacts): Verdict => judged(policy, keyRules, facts);

/** Holds an endpoint to a policy. */
export const judgeEndpoint = (policy: Policy, facts: EndpointFacts): Verdict =>
  judged(policy, endpointRules, facts);

function judged<Facts>(policy: Policy, rules: readonly Rule<Facts>[], facts: Facts): Verdict {
  const judgements = rules
    .filter(({ rule }) => policy[rule] !== undefined && policy[rule] !== false)
    .map(({ rule, attribute, judge }) => ({ place: { rule, attribute }, judgement: judge(facts, policy) }));
  return {
    violations: judgements.flatMap(({ place, judgement }) =>
      isBreach(judgement) ? [{ ...place, ...judgement }] : [],
    ),
    unjudged: judgements.flatMap(({ place, judgement }) => (judgement === 'unknown' ? [place] : [])),
  };
}

/** Returns the smallest and the largest number of different names. */
function countOf(names: Names | undefined): { least: number; largest: number } {
  if (names === undefined) return { least: 0, largest: 0 };
  const certain = names.items.flatMap(item => item?.value ?? []);
  const distinct = new Set(certain).size;
  if (!names.isComplete) return { least: 0, largest: Number.POSITIVE_INFINITY };
  return { least: distinct, largest: distinct + names.items.length - certain.length };
}
