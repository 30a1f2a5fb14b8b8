/** The permissions of a key, as a configuration or a state expresses them. */
export interface Reach {
  readonly scopes?: readonly string[] | undefined;
  readonly unrestricted?: boolean | undefined;
}

/**
 * Returns the permissions of a record. On the platform, no scopes mean no limits (paragraph 5.1). A configuration must
 * say `unrestricted` for that.
 */
export function reachOf(scopes: readonly string[], unrestricted: boolean | undefined): Reach {
  if (scopes.length === 0) return { scopes: undefined, unrestricted: true };
  return { scopes, unrestricted: unrestricted ? undefined : unrestricted };
}

/** Returns the scopes that a key gains. Returns none for a key that becomes unrestricted: that is a separate case. */
export function addedScopes(prior: Reach, planned: Reach): readonly string[] {
  const before = prior.scopes;
  return before === undefined ? [] : (planned.scopes ?? []).filter(scope => !before.includes(scope));
}

export function becomesUnrestricted(prior: Reach, planned: Reach): boolean {
  return prior.scopes !== undefined && planned.unrestricted === true;
}

/** True if a key loses a permission that it has now. */
export function isNarrowed(prior: Reach, planned: Reach): boolean {
  const after = planned.scopes;
  if (after === undefined) return false;
  return prior.scopes === undefined || prior.scopes.some(scope => !after.includes(scope));
}

export type ReachFinding = { readonly risk: 'unrestricted-key' } | WidenedScope;

export interface WidenedScope {
  readonly risk: 'widened-scope';
  readonly added: readonly string[];
  /** False if the planned scopes hold a value that is known after apply only. */
  readonly isComplete: boolean;
}

/**
 * Returns what a key gains by a change.
 * @param planned with the known scopes, or without scopes if one is unknown
 */
export function reachFinding(
  prior: Reach,
  planned: Reach,
  areScopesKnown: boolean,
): ReachFinding | undefined {
  if (becomesUnrestricted(prior, planned)) return { risk: 'unrestricted-key' };
  if (prior.scopes === undefined) return undefined;
  const added = addedScopes(prior, planned);
  return areScopesKnown && added.length === 0
    ? undefined
    : { risk: 'widened-scope', added, isComplete: areScopesKnown };
}
