import { afterApply, type Finding, type IsKnown, type Values } from './finding';

/** The permissions of a key, as a configuration or a state expresses them. */
export interface Reach {
  readonly scopes?: readonly string[] | undefined;
  readonly unrestricted?: boolean | undefined;
}

/** On the platform, no scopes mean no limits (paragraph 5.1); a configuration must say `unrestricted`. */
export function reachOf(scopes: readonly string[], unrestricted: boolean | undefined): Reach {
  if (scopes.length === 0) return { scopes: undefined, unrestricted: true };
  return { scopes, unrestricted: unrestricted ? undefined : unrestricted };
}

/** True if a key loses a permission that it has now. */
export function isNarrowed(prior: Reach, { scopes: after }: Reach): boolean {
  if (after === undefined) return false;
  return prior.scopes === undefined || prior.scopes.some(scope => !after.includes(scope));
}

export type ReachIsKnown = IsKnown<'scopes' | 'unrestricted'>;

export const scopesOf = (values: readonly string[]): Values => ({ attribute: 'scopes', values });

const without = (some: readonly string[] = [], others: readonly string[] = []) =>
  some.filter(scope => !others.includes(scope));

/** Returns what a key may do after a change. The planned scopes may be known in part. */
export function reachFindings(prior: Reach, planned: Reach, isKnown: ReachIsKnown): readonly Finding[] {
  const { scopes } = planned;
  if (prior.scopes === undefined && !(planned.unrestricted && !prior.unrestricted))
    return scopes !== undefined && isKnown('scopes') ? [{ words: ['is limited to ', scopesOf(scopes)] }] : [];
  if (planned.unrestricted) return [unlimited('becomes unrestricted')];
  const [gained, lost] = [without(scopes, prior.scopes), without(prior.scopes, scopes)];
  return [
    // Unknown scopes say nothing against it: the apply may find null scopes and `unrestricted = true`.
    ...(isKnown('unrestricted') ? [] : [mayBeUnlimited('may become unrestricted')]),
    ...(gained.length > 0 || !isKnown('scopes') ? [widened(gained, isKnown('scopes'))] : []),
    ...(lost.length > 0 && isKnown('scopes') ? [{ words: ['loses ', scopesOf(lost)] }] : []),
  ];
}

/** Returns the same for a rotation: the next key alone gains, and the present one loses nothing. */
export const reachOfNextValue = (findings: readonly Finding[]): readonly Finding[] =>
  findings.flatMap(finding =>
    finding.risk ? [{ ...finding, words: [...finding.words, ', with its next value'] }] : [],
  );

/** Finds a key that is issued with more than its block names, as `ignore_changes` takes it from the state. */
export function issuedBeyond(configured: Reach, planned: Reach): readonly Finding[] {
  if (configured.unrestricted) return [];
  const more = without(planned.scopes, configured.scopes);
  const risk = 'unconfigured-scope';
  const words = ['is issued without limits, which its block does not ask for'];
  if (planned.unrestricted) return [{ risk, severity: 'critical', words, detail }];
  if (more.length === 0) return [];
  return [{ risk, words: ['is issued with ', scopesOf(more), ', which its block does not name'], detail }];
}

const detail =
  'The block has ignore_changes, so the new value gets what the platform shows of the present key. Take it away there, or write it into the block.';

export const unlimited = (words: string): Finding => ({
  risk: 'unrestricted-key',
  words: [words],
  detail: 'Every holder of this key may then do everything. To limit the key, name its scopes.',
  warns: true,
});

export const mayBeUnlimited = (words: string): Finding => ({
  ...unlimited(words),
  detail: afterApply('unrestricted'),
});

function widened(gained: readonly string[], isComplete: boolean): Finding {
  const more =
    gained.length > 0 ? ['gains ', scopesOf(gained), ', and may gain more scopes'] : ['may gain scopes'];
  return {
    risk: 'widened-scope',
    words: isComplete ? ['gains ', scopesOf(gained)] : more,
    detail: isComplete
      ? 'Every holder of this key may then do more. Check that all holders should.'
      : afterApply('scopes'),
    warns: true,
  };
}
