import { afterApply, type Finding, type IsKnown, type Words } from './finding';

/** When a key is rotated, and for how long its previous value works then. */
export interface Rotation {
  readonly after_days?: number | undefined;
  readonly overlap_days?: number | undefined;
  readonly triggers?: object | undefined;
}

type RotationIsKnown = IsKnown<
  'rotation' | 'rotation.after_days' | 'rotation.overlap_days' | 'rotation.triggers'
>;

/** Returns where a plan weakens a rotation: values of the key live longer. */
export function weakenedRotation(
  prior: Rotation | undefined,
  planned: Rotation | undefined,
  isKnown: RotationIsKnown,
): readonly Finding[] {
  if (prior === undefined) return [];
  if (planned === undefined && !isKnown('rotation'))
    return [weaker(['may no longer be rotated'], afterApply('rotation'))];
  if (planned === undefined) return [weaker(['is no longer rotated'])];
  const isAgeKnown = isKnown('rotation.after_days');
  const age = longer(prior.after_days, planned.after_days, isAgeKnown);
  const overlap = longer(prior.overlap_days, planned.overlap_days, isKnown('rotation.overlap_days'));
  const losesAge = prior.after_days !== undefined && planned.after_days === undefined && isAgeKnown;
  const losesTriggers = hasTriggers(prior) && !hasTriggers(planned) && isKnown('rotation.triggers');
  return [
    ...(losesAge ? [weaker(['is no longer rotated by its age'])] : []),
    ...(age ? [weaker(['is rotated later: ', ...age])] : []),
    ...(overlap ? [weaker(['keeps its previous value for longer after a rotation: ', ...overlap])] : []),
    ...(losesTriggers ? [weaker(['is no longer rotated by triggers'])] : []),
  ];
}

export const hasTriggers = ({ triggers = {} }: Rotation): boolean => Object.keys(triggers).length > 0;

function longer(before: number | undefined, after: number | undefined, isKnown: boolean): Words | undefined {
  if (!isKnown) return ['that is known after apply'];
  if (before === undefined || after === undefined || after <= before) return undefined;
  const days = (count: number) => ({ attribute: 'rotation', values: [String(count)] });
  return [days(after), ' days instead of ', days(before)];
}

const weaker = (words: Words, detail = 'A value that leaks works for longer.'): Finding => ({
  risk: 'rotation-weakened',
  words,
  detail,
});
