import { afterApply, type Finding, type Words } from './finding';

/** A number that the configuration may lack, or that Terraform knows only when it applies the plan. */
type Days = number | undefined | 'unknown';

/** When a key is rotated, and for how long its previous value works then. */
export interface Rotation {
  readonly afterDays: Days;
  readonly overlapDays: Days;
  /** True if there may be triggers. */
  readonly hasTriggers: boolean;
}

/** Returns where a plan weakens a rotation: values of the key live longer. */
export function weakenedRotation(
  prior: Rotation | undefined,
  planned: Rotation | undefined | 'unknown',
): readonly Finding[] {
  if (prior === undefined) return [];
  if (planned === undefined) return [weaker(['is no longer rotated'])];
  if (planned === 'unknown') return [weaker(['may no longer be rotated'], afterApply('rotation'))];
  const [age, overlap] = [
    longer(prior.afterDays, planned.afterDays),
    longer(prior.overlapDays, planned.overlapDays),
  ];
  return [
    ...(prior.afterDays !== undefined && planned.afterDays === undefined
      ? [weaker(['is no longer rotated by its age'])]
      : []),
    ...(age ? [weaker(['is rotated later: ', ...age])] : []),
    ...(overlap ? [weaker(['keeps its previous value for longer after a rotation: ', ...overlap])] : []),
    ...(prior.hasTriggers && !planned.hasTriggers ? [weaker(['is no longer rotated by triggers'])] : []),
  ];
}

function longer(before: Days, after: Days): Words | undefined {
  if (after === 'unknown') return ['that is known after apply'];
  if (typeof before !== 'number' || after === undefined || after <= before) return undefined;
  const days = (count: number) => ({ attribute: 'rotation', values: [String(count)] });
  return [days(after), ' days instead of ', days(before)];
}

const weaker = (words: Words, detail = 'A value that leaks works for longer.'): Finding => ({
  risk: 'rotation-weakened',
  words,
  detail,
});
