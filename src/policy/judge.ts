import type { EndpointFacts, KeyFacts } from './facts';
import { allowedHosts, maxEvents, requireWriteOnlySecrets } from './judge-endpoint';
import { allowedScopes, forbidUnrestricted, maxKeyAgeDays, requireRotation } from './judge-key';
import type { Policy, RuleName } from './policy';
import { isBreach, type Judgement, type Verdict } from './verdict';

interface Rule<Facts> {
  readonly rule: RuleName;
  /** The attribute by its Terraform name, for messages. */
  readonly attribute: string;
  judge(policy: Policy, facts: Facts): Judgement;
}

const keyRules: readonly Rule<KeyFacts>[] = [
  { rule: 'forbidUnrestricted', attribute: 'unrestricted', judge: forbidUnrestricted },
  { rule: 'allowedScopes', attribute: 'scopes', judge: allowedScopes },
  { rule: 'requireRotation', attribute: 'rotation', judge: requireRotation },
  { rule: 'maxKeyAgeDays', attribute: 'rotation.after_days', judge: maxKeyAgeDays },
];

const endpointRules: readonly Rule<EndpointFacts>[] = [
  { rule: 'allowedHosts', attribute: 'url', judge: allowedHosts },
  { rule: 'requireWriteOnlySecrets', attribute: 'secret', judge: requireWriteOnlySecrets },
  { rule: 'maxEvents', attribute: 'events', judge: maxEvents },
];

/**
 * Holds a key to a policy.
 *
 * @internal
 */
export function judgeKey(policy: Policy, facts: KeyFacts): Verdict {
  return judged(policy, keyRules, facts);
}

/**
 * Holds an endpoint to a policy.
 *
 * @internal
 */
export function judgeEndpoint(policy: Policy, facts: EndpointFacts): Verdict {
  return judged(policy, endpointRules, facts);
}

function judged<Facts>(policy: Policy, rules: readonly Rule<Facts>[], facts: Facts): Verdict {
  const judgements = rules
    .filter(({ rule }) => policy[rule] !== undefined && policy[rule] !== false)
    .map(({ judge, ...place }) => ({ place, judgement: judge(policy, facts) }));
  return {
    violations: judgements.flatMap(({ place, judgement }) =>
      isBreach(judgement) ? [{ ...place, ...judgement }] : [],
    ),
    unjudged: judgements.flatMap(({ place, judgement }) => (judgement === 'unknown' ? [place] : [])),
  };
}
