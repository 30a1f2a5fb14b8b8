import { hostOf, matchesHost, unclearHost } from './hosts';
import { type Breach, type IsKnown, isBreach, keepTo, type Rule, type Unjudged } from './judgement';
import { type JudgedKey, keyRules } from './key-rules';
import type { Policy } from './policy';

export interface Violation extends Unjudged, Breach {}

export interface PolicyFindings {
  readonly violations: readonly Violation[];
  readonly unjudged: readonly Unjudged[];
}

/** The attributes of an endpoint that a policy judges. One that is absent may only be unknown. */
export interface JudgedEndpoint {
  readonly url?: string | undefined;
  /** Those that are known. */
  readonly events?: readonly string[] | undefined;
  readonly secret?: string | undefined;
}

const unclear = 'Programs find different hosts in the address, or none.';

const endpointRules: readonly Rule<JudgedEndpoint>[] = [
  {
    rule: 'allowedHosts',
    attribute: 'url',
    judge({ url }, { allowedHosts = [] }) {
      if (url === undefined) return 'unknown';
      const host = hostOf(url);
      if (allowedHosts.some(pattern => matchesHost(pattern, host))) return 'kept';
      const found = host === unclearHost ? unclear : `The host ${host} is not allowed.`;
      return { found, remedy: keepTo('hosts', allowedHosts) };
    },
  },
  {
    rule: 'requireWriteOnlySecrets',
    attribute: 'secret',
    judge: ({ secret }, _, isKnown) =>
      secret === undefined && isKnown('secret')
        ? 'kept'
        : {
            found: 'The signing secret is given by secret, so saved plans and the state hold it.',
            remedy: 'Give it by secret_wo, with secret_wo_version.',
          },
  },
  {
    rule: 'maxEvents',
    attribute: 'events',
    judge({ events }, { maxEvents: most = Number.POSITIVE_INFINITY }, isKnown) {
      const { size } = new Set(events);
      if (size <= most) return isKnown('events') ? 'kept' : 'unknown';
      return {
        found: `The endpoint subscribes to ${size} event types, and ${most} ${most === 1 ? 'is' : 'are'} allowed.`,
        remedy: 'Leave out event types, or divide them among endpoints.',
      };
    },
  },
];

export const judgeKey = (policy: Policy, key: JudgedKey, isKnown: IsKnown): PolicyFindings =>
  findingsBy(policy, keyRules, key, isKnown);

export const judgeEndpoint = (policy: Policy, endpoint: JudgedEndpoint, isKnown: IsKnown): PolicyFindings =>
  findingsBy(policy, endpointRules, endpoint, isKnown);

function findingsBy<Values>(
  policy: Policy,
  rules: readonly Rule<Values>[],
  values: Values,
  isKnown: IsKnown,
): PolicyFindings {
  const judgements = rules
    .filter(({ rule }) => policy[rule] !== undefined && policy[rule] !== false)
    .map(({ rule, attribute, judge }) => ({
      place: { rule, attribute },
      judgement: judge(values, policy, isKnown),
    }));
  return {
    violations: judgements.flatMap(({ place, judgement }) =>
      isBreach(judgement) ? [{ ...place, ...judgement }] : [],
    ),
    unjudged: judgements.flatMap(({ place, judgement }) => (judgement === 'unknown' ? [place] : [])),
  };
}
