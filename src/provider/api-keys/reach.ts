/** What a key may do, as a configuration or a state says it. */
export interface Reach {
  readonly scopes?: readonly string[] | undefined;
  readonly unrestricted?: boolean | undefined;
}

/** On the platform no scopes mean no limits (paragraph 5.1); in a configuration that takes a word of its own. */
export function reachOf(scopes: readonly string[], unrestricted: boolean | undefined): Reach {
  if (scopes.length === 0) return { scopes: undefined, unrestricted: true };
  return { scopes, unrestricted: unrestricted ? undefined : unrestricted };
}

/** Whether both may do the same. */
export function isSameReach(one: Reach, other: Reach): boolean {
  const [left = [], right = []] = [one.scopes, other.scopes];
  return left.length === right.length && left.every(scope => right.includes(scope));
}

/** Scopes that a key gains; none for one that becomes unrestricted, which is another matter. */
export function addedScopes(prior: Reach, planned: Reach): readonly string[] {
  const before = prior.scopes;
  return before === undefined ? [] : (planned.scopes ?? []).filter(scope => !before.includes(scope));
}

export function becomesUnrestricted(prior: Reach, planned: Reach): boolean {
  return prior.scopes !== undefined && planned.unrestricted === true;
}

/** Whether a key loses something that it may do now. */
export function isNarrowed(prior: Reach, planned: Reach): boolean {
  const after = planned.scopes;
  if (after === undefined) return false;
  return prior.scopes === undefined || prior.scopes.some(scope => !after.includes(scope));
}
