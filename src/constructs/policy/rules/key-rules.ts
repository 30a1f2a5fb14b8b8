import { type KeyFacts, type Names, unknown } from './facts';
import { type Breach, isBreach, type Judgement, judgeKnown, keepTo, type Rule } from './judgement';
import { isScope, type Policy } from './policy';

export const keyRules: readonly Rule<KeyFacts>[] = [
  { rule: 'forbidUnrestricted', attribute: 'unrestricted', judge: unrestricted },
  { rule: 'allowedScopes', attribute: 'scopes', judge: otherScopes },
  { rule: 'deniedScopes', attribute: 'scopes', judge: deniedScopes },
  {
    rule: 'allowedTenants',
    attribute: 'tenant_id',
    judge: ({ tenant }, { allowedTenants = [] }) =>
      judgeKnown(tenant, id =>
        allowedTenants.includes(id)
          ? 'kept'
          : { found: 'The key is bound to another tenant.', remedy: keepTo('tenants', allowedTenants) },
      ),
  },
  {
    rule: 'forbidLive',
    attribute: 'environment',
    judge: ({ environment }) => judgeKnown(environment, name => (name === 'test' ? 'kept' : live)),
  },
  {
    rule: 'requireRotation',
    attribute: 'rotation',
    judge: ({ rotation }) =>
      judgeKnown(rotation, given => {
        if (given === undefined) return { ...notRotated, remedy: 'Give it a rotation with after_days.' };
        const byAge = judgeKnown(given.afterDays, days => (days === undefined ? withoutOccasion : 'kept'));
        const byTriggers = judgeKnown(given.hasTriggers, has => (has ? 'kept' : withoutOccasion));
        if (byAge === 'kept' || byTriggers === 'kept') return 'kept';
        return byAge === 'unknown' ? byAge : byTriggers;
      }),
  },
  {
    rule: 'maxKeyAgeDays',
    attribute: 'rotation.after_days',
    judge: ({ rotation }, { maxKeyAgeDays: most = Number.POSITIVE_INFINITY }) => {
      const remedy = `Set rotation.after_days to ${most} or less.`;
      return judgeKnown(rotation, given => {
        if (given === undefined) return { ...notRotated, remedy };
        return judgeKnown(given.afterDays, days => {
          if (days === undefined) return { found: 'The key is never due by its age.', remedy };
          if (days <= most) return 'kept';
          return { found: `The key is due after ${days} days, and ${most} are allowed.`, remedy };
        });
      });
    },
  },
];

/** The platform's document knows `live` and `test`. Another environment counts as live. */
const live = {
  found: 'The key is one for production.',
  remedy: 'Run the provider with a key of the sandbox (svc_test_).',
};

const notRotated = { found: 'The key is never rotated.' };
const withoutOccasion = {
  found: 'The rotation has no occasion.',
  remedy: 'Give it after_days, or triggers that change.',
};

const mayDoEverything = (why: string): Breach => ({
  found: `The key ${why}, so it may do everything.`,
  remedy: 'Name the scopes that it needs, and leave out unrestricted.',
});

/**
 * A key with scopes that only Terraform knows keeps this rule: the provider refuses a key that neither has scopes nor
 * says that it is unrestricted.
 */
function unrestricted({ scopes, unrestricted }: KeyFacts): Judgement {
  const said = judgeKnown(unrestricted, value =>
    value === true ? mayDoEverything('is unrestricted') : 'kept',
  );
  if (isBreach(said)) return said;
  const silent = judgeKnown(scopes, names => (isEmpty(names) ? mayDoEverything('has no scopes') : 'kept'));
  return isBreach(silent) ? silent : said;
}

function otherScopes(facts: KeyFacts, { allowedScopes: allowed = [], ...policy }: Policy): Judgement {
  return judgeScopes(facts, policy, scope => allowed.includes(scope), keepTo('scopes', allowed));
}

function deniedScopes(facts: KeyFacts, { deniedScopes: denied = [], ...policy }: Policy): Judgement {
  if (denied.length === 0) return 'kept';
  const remedy = `Leave out the denied scopes: ${denied.join(', ')}.`;
  return judgeScopes(facts, policy, scope => !denied.includes(scope), remedy);
}

function judgeScopes(
  { scopes }: KeyFacts,
  { forbidUnrestricted }: Policy,
  isAllowed: (scope: string) => boolean,
  remedy: string,
): Judgement {
  return judgeKnown(scopes, names => {
    if (names === undefined || isEmpty(names)) {
      // Otherwise a key that is accepted as unrestricted would need a second acceptance.
      if (forbidUnrestricted) return 'kept';
      return { found: 'The key has no scopes, so it has those that are not allowed, too.', remedy };
    }
    const others = names.items.flatMap(item => item?.value ?? []).filter(scope => !isAllowed(scope));
    if (others.length > 0) return { found: notAllowed([...new Set(others)].sort()), remedy };
    return names.isComplete && !names.items.includes(unknown) ? 'kept' : 'unknown';
  });
}

const isEmpty = (names: Names | undefined): boolean =>
  names === undefined || (names.isComplete && names.items.length === 0);

/** Repeats only texts in the form of a scope. */
function notAllowed(scopes: readonly string[]): string {
  const readable = scopes.filter(isScope).map(scope => `"${scope}"`);
  const others = readable.length < scopes.length ? ['one that is no scope (not shown)'] : [];
  return `The key has scopes that are not allowed: ${[...readable, ...others].join(', ')}.`;
}
