import type { EndpointFacts, KeyFacts, Names, Possible } from './facts';
import { matchesHost, unclearHost } from './hosts';
import { isScope, type Policy, type RuleName } from './policy';

/** The result of one rule: a breach has a sentence about the problem, and one about its solution. */
type Judgement = 'kept' | 'unknown' | Breach;

/** It contains no value of a secret, and of an address only the host. */
interface Breach {
  readonly found: string;
  readonly remedy: string;
}

/** A rule that cannot be judged, because a value is not known yet. */
export interface Unjudged {
  readonly rule: RuleName;
  /** The attribute by its Terraform name. */
  readonly attribute: string;
}

export interface Violation extends Unjudged, Breach {}

export interface Verdict {
  readonly violations: readonly Violation[];
  readonly unjudged: readonly Unjudged[];
}

interface Rule<Facts> extends Unjudged {
  judge(facts: Facts, policy: Policy): Judgement;
}

const keyRules: readonly Rule<KeyFacts>[] = [
  { rule: 'forbidUnrestricted', attribute: 'unrestricted', judge: unrestricted },
  { rule: 'allowedScopes', attribute: 'scopes', judge: otherScopes },
  {
    rule: 'requireRotation',
    attribute: 'rotation',
    judge: ({ rotation }) =>
      judgeEach(rotation, given => {
        if (given === undefined) return { ...notRotated, remedy: 'Give it a rotation with after_days.' };
        const byAge = judgeEach(given.afterDays, days => (days === undefined ? withoutOccasion : 'kept'));
        const byTriggers = judgeEach(given.hasTriggers, has => (has ? 'kept' : withoutOccasion));
        if (byAge === 'kept' || byTriggers === 'kept') return 'kept';
        return byAge === 'unknown' ? byAge : byTriggers;
      }),
  },
  {
    rule: 'maxKeyAgeDays',
    attribute: 'rotation.after_days',
    judge: ({ rotation }, { maxKeyAgeDays: most = Number.POSITIVE_INFINITY }) => {
      const remedy = `Set rotation.after_days to ${most} or less.`;
      return judgeEach(rotation, given => {
        if (given === undefined) return { ...notRotated, remedy };
        return judgeEach(given.afterDays, days => {
          if (days === undefined) return { found: 'The key is never due by its age.', remedy };
          if (days <= most) return 'kept';
          return { found: `The key is due after ${days} days, and ${most} are allowed.`, remedy };
        });
      });
    },
  },
];

const notRotated = { found: 'The key is never rotated.' };
const withoutOccasion = {
  found: 'The rotation has no occasion.',
  remedy: 'Give it after_days, or triggers that change.',
};

const unclear = 'Programs find different hosts in the address, or none.';

const endpointRules: readonly Rule<EndpointFacts>[] = [
  {
    rule: 'allowedHosts',
    attribute: 'url',
    judge: ({ host }, { allowedHosts = [] }) =>
      judgeEach(host, name =>
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
      judgeEach(events, names => {
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

const isBreach = (judgement: Judgement): judgement is Breach => typeof judgement === 'object';

const oneOfSeveral = 'This is one of the values that the expression can have.';

/**
 * Judges each value that an attribute can take: one that breaks the rule is enough. The rule is kept only if all
 * values are known and keep it.
 */
function judgeEach<T>({ values, isComplete }: Possible<T>, judge: (value: T) => Judgement): Judgement {
  const judgements = values.map(judge);
  const breach = judgements.find(isBreach);
  if (breach === undefined) return isComplete && !judgements.includes('unknown') ? 'kept' : 'unknown';
  if (isComplete && judgements.every(isBreach)) return breach;
  const found = breach.found.endsWith(oneOfSeveral) ? breach.found : `${breach.found} ${oneOfSeveral}`;
  return { ...breach, found };
}

const mayDoEverything = (why: string): Breach => ({
  found: `The key ${why}, so it may do everything.`,
  remedy: 'Name the scopes that it needs, and leave out unrestricted.',
});

/**
 * A key with scopes that only Terraform knows keeps this rule: the provider refuses a key that neither has scopes nor
 * says that it is unrestricted.
 */
function unrestricted({ scopes, unrestricted }: KeyFacts): Judgement {
  const said = judgeEach(unrestricted, value =>
    value === true ? mayDoEverything('is unrestricted') : 'kept',
  );
  if (isBreach(said)) return said;
  const silent = judgeEach(scopes, names => (isEmpty(names) ? mayDoEverything('has no scopes') : 'kept'));
  return isBreach(silent) ? silent : said;
}

function otherScopes({ scopes }: KeyFacts, { allowedScopes = [], forbidUnrestricted }: Policy): Judgement {
  const remedy = keepTo('scopes', allowedScopes);
  return judgeEach(scopes, names => {
    if (names === undefined || isEmpty(names)) {
      // Otherwise a key that is accepted as unrestricted would need a second acceptance.
      if (forbidUnrestricted) return 'kept';
      return { found: 'The key has no scopes, so it has those that are not allowed, too.', remedy };
    }
    const others = names.items
      .flatMap(({ values }) => values)
      .filter(scope => !allowedScopes.includes(scope));
    if (others.length > 0) return { found: notAllowed([...new Set(others)].sort()), remedy };
    return names.isComplete && names.items.every(({ isComplete }) => isComplete) ? 'kept' : 'unknown';
  });
}

const keepTo = (noun: string, allowed: readonly string[]): string =>
  allowed.length === 0
    ? `The policy allows no ${noun}.`
    : `Keep to the allowed ${noun}: ${allowed.join(', ')}.`;

const isEmpty = (names: Names | undefined): boolean =>
  names === undefined || (names.isComplete && names.items.length === 0);

/** Repeats only texts in the form of a scope. */
function notAllowed(scopes: readonly string[]): string {
  const readable = scopes.filter(isScope).map(scope => `"${scope}"`);
  const others = readable.length < scopes.length ? ['one that is no scope (not shown)'] : [];
  return `The key has scopes that are not allowed: ${[...readable, ...others].join(', ')}.`;
}

/** Returns the smallest and the largest number of different names. */
function countOf(names: Names | undefined): { least: number; largest: number } {
  if (names === undefined) return { least: 0, largest: 0 };
  const certain = names.items.filter(({ values, isComplete }) => isComplete && values.length === 1);
  const distinct = new Set(certain.flatMap(({ values }) => values)).size;
  if (!names.isComplete) return { least: 0, largest: Number.POSITIVE_INFINITY };
  return { least: distinct, largest: distinct + names.items.length - certain.length };
}
