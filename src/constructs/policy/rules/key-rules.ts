import { type Breach, type IsKnown, type Judgement, keepTo, type Rule } from './judgement';
import { isScope, type Policy } from './policy';

/** The attributes of a key that a policy judges. One that is absent may only be unknown. */
export interface JudgedKey {
  /** Those that are known. */
  readonly scopes?: readonly string[] | undefined;
  readonly unrestricted?: boolean | undefined;
  readonly rotation?:
    | { readonly after_days?: number | undefined; readonly triggers?: object | undefined }
    | undefined;
  readonly tenant_id?: string | undefined;
  /** `live` or `test`. */
  readonly environment?: string | undefined;
}

export const keyRules: readonly Rule<JudgedKey>[] = [
  { rule: 'forbidUnrestricted', attribute: 'unrestricted', judge: unrestricted },
  { rule: 'allowedScopes', attribute: 'scopes', judge: otherScopes },
  { rule: 'deniedScopes', attribute: 'scopes', judge: deniedScopes },
  {
    rule: 'allowedTenants',
    attribute: 'tenant_id',
    judge({ tenant_id }, { allowedTenants = [] }) {
      if (tenant_id === undefined) return 'unknown';
      if (allowedTenants.includes(tenant_id)) return 'kept';
      return { found: 'The key is bound to another tenant.', remedy: keepTo('tenants', allowedTenants) };
    },
  },
  {
    rule: 'forbidLive',
    attribute: 'environment',
    judge({ environment }) {
      if (environment === undefined) return 'unknown';
      return environment === 'test' ? 'kept' : live;
    },
  },
  {
    rule: 'requireRotation',
    attribute: 'rotation',
    judge({ rotation }, _, isKnown) {
      const remedy = 'Give it a rotation with after_days.';
      if (rotation === undefined) return isKnown('rotation') ? { ...notRotated, remedy } : 'unknown';
      const { after_days, triggers } = rotation;
      const areTriggersKnown = isKnown('rotation.triggers');
      // A trigger may have a value that is unknown.
      const hasTriggers = triggers !== undefined && (Object.keys(triggers).length > 0 || !areTriggersKnown);
      if (after_days !== undefined || hasTriggers) return 'kept';
      return isKnown('rotation.after_days') && areTriggersKnown ? withoutOccasion : 'unknown';
    },
  },
  {
    rule: 'maxKeyAgeDays',
    attribute: 'rotation.after_days',
    judge({ rotation }, { maxKeyAgeDays: most = Number.POSITIVE_INFINITY }, isKnown) {
      const remedy = `Set rotation.after_days to ${most} or less.`;
      if (rotation === undefined) return isKnown('rotation') ? { ...notRotated, remedy } : 'unknown';
      const { after_days: days } = rotation;
      if (days === undefined)
        return isKnown('rotation.after_days')
          ? { found: 'The key is never due by its age.', remedy }
          : 'unknown';
      if (days <= most) return 'kept';
      return { found: `The key is due after ${days} days, and ${most} are allowed.`, remedy };
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

const hasNoScopes = ({ scopes = [] }: JudgedKey, isKnown: IsKnown): boolean =>
  scopes.length === 0 && isKnown('scopes');

/** Scopes that only Terraform knows keep this rule: the provider itself refuses a key that has none. */
function unrestricted(key: JudgedKey, _: Policy, isKnown: IsKnown): Judgement {
  if (key.unrestricted) return mayDoEverything('is unrestricted');
  if (hasNoScopes(key, isKnown)) return mayDoEverything('has no scopes');
  return isKnown('unrestricted') ? 'kept' : 'unknown';
}

function otherScopes(key: JudgedKey, policy: Policy, isKnown: IsKnown): Judgement {
  const { allowedScopes: allowed = [] } = policy;
  return judgeScopes(key, policy, isKnown, scope => allowed.includes(scope), keepTo('scopes', allowed));
}

function deniedScopes(key: JudgedKey, policy: Policy, isKnown: IsKnown): Judgement {
  const { deniedScopes: denied = [] } = policy;
  if (denied.length === 0) return 'kept';
  const remedy = `Leave out the denied scopes: ${denied.join(', ')}.`;
  return judgeScopes(key, policy, isKnown, scope => !denied.includes(scope), remedy);
}

function judgeScopes(
  key: JudgedKey,
  { forbidUnrestricted }: Policy,
  isKnown: IsKnown,
  isAllowed: (scope: string) => boolean,
  remedy: string,
): Judgement {
  if (hasNoScopes(key, isKnown)) {
    // Otherwise a key that is accepted as unrestricted would need a second acceptance.
    if (forbidUnrestricted) return 'kept';
    return { found: 'The key has no scopes, so it has those that are not allowed, too.', remedy };
  }
  const others = (key.scopes ?? []).filter(scope => !isAllowed(scope));
  if (others.length > 0) return { found: notAllowed([...new Set(others)].sort()), remedy };
  return isKnown('scopes') ? 'kept' : 'unknown';
}

/** Repeats only texts in the form of a scope. */
function notAllowed(scopes: readonly string[]): string {
  const readable = scopes.filter(isScope).map(scope => `"${scope}"`);
  const others = readable.length < scopes.length ? ['one that is no scope (not shown)'] : [];
  return `The key has scopes that are not allowed: ${[...readable, ...others].join(', ')}.`;
}
