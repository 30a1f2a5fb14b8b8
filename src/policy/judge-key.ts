import type { KeyFacts, Names, Rotation } from './facts';
import type { Policy } from './policy';
import { isBreach, type Judgement, judgeEach } from './verdict';

const scopeForm = /^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$/;

const nameItsScopes = 'Name the scopes that it needs, and leave out unrestricted.';

/**
 * A key with scopes that only Terraform knows keeps this rule: the provider refuses a key that neither has scopes nor
 * says that it is unrestricted.
 *
 * @internal
 */
export function forbidUnrestricted(_: Policy, { scopes, unrestricted }: KeyFacts): Judgement {
  const said = judgeEach(unrestricted, value =>
    value === true
      ? { found: 'The key is unrestricted, so it may do everything.', remedy: nameItsScopes }
      : 'kept',
  );
  if (isBreach(said)) return said;
  const silent = judgeEach(scopes, names =>
    isEmpty(names)
      ? { found: 'The key has no scopes, so it may do everything.', remedy: nameItsScopes }
      : 'kept',
  );
  return isBreach(silent) ? silent : said;
}

/** @internal */
export function allowedScopes(policy: Policy, { scopes }: KeyFacts): Judgement {
  const allowed = policy.allowedScopes ?? [];
  const remedy =
    allowed.length === 0
      ? 'The policy allows no scope.'
      : `Keep to the allowed scopes: ${allowed.join(', ')}.`;
  return judgeEach(scopes, names => {
    if (names === undefined || isEmpty(names)) {
      // One problem is reported once.
      if (policy.forbidUnrestricted) return 'kept';
      return { found: 'The key has no scopes, so it has those that are not allowed, too.', remedy };
    }
    const others = names.items.flatMap(({ values }) => values).filter(scope => !allowed.includes(scope));
    if (others.length > 0) return { found: notAllowed([...new Set(others)].sort()), remedy };
    return names.isComplete && names.items.every(({ isComplete }) => isComplete) ? 'kept' : 'unknown';
  });
}

function isEmpty(names: Names | undefined): boolean {
  return names === undefined || (names.isComplete && names.items.length === 0);
}

/** Repeats only texts in the form of a scope: another text may be anything, also a secret. */
function notAllowed(scopes: readonly string[]): string {
  const readable = scopes.filter(scope => scopeForm.test(scope)).map(scope => `"${scope}"`);
  const names =
    readable.length === scopes.length ? readable : [...readable, 'one that is no scope (not shown)'];
  return names.length === 1
    ? `The key has a scope that is not allowed: ${names.join('')}.`
    : `The key has scopes that are not allowed: ${names.join(', ')}.`;
}

/** @internal */
export function requireRotation(_: Policy, { rotation }: KeyFacts): Judgement {
  return judgeEach(rotation, given => {
    if (given === undefined) return notRotated;
    const byAge = judgeEach(given.afterDays, days => (days === undefined ? withoutOccasion : 'kept'));
    const byTriggers = judgeEach(given.hasTriggers, has => (has ? 'kept' : withoutOccasion));
    if (byAge === 'kept' || byTriggers === 'kept') return 'kept';
    return byAge === 'unknown' ? byAge : byTriggers;
  });
}

const notRotated = { found: 'The key is never rotated.', remedy: 'Give it a rotation with after_days.' };
const withoutOccasion = {
  found: 'The rotation has no occasion.',
  remedy: 'Give it after_days, or triggers that change.',
};

/** @internal */
export function maxKeyAgeDays(policy: Policy, { rotation }: KeyFacts): Judgement {
  const { maxKeyAgeDays: most = Number.POSITIVE_INFINITY, requireRotation: isRotated } = policy;
  const remedy = `Set rotation.after_days to ${most} or less.`;
  return judgeEach(rotation, given => {
    // One problem is reported once.
    if (given === undefined) return isRotated ? 'kept' : { ...notRotated, remedy };
    return judgeEach(given.afterDays, days => {
      if (days === undefined) return isNeverDue(given, isRotated) ? neverDue(remedy) : 'kept';
      if (days <= most) return 'kept';
      return { found: `The key is due after ${days} days, and ${most} are allowed.`, remedy };
    });
  });
}

const neverDue = (remedy: string) => ({ found: 'The key is never due by its age.', remedy });

/** Without triggers, `requireRotation` reports the rotation already. */
function isNeverDue({ hasTriggers }: Rotation, isRotated: boolean | undefined): boolean {
  return !isRotated || !(hasTriggers.isComplete && hasTriggers.values.every(has => !has));
}
