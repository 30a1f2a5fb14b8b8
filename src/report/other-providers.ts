import type { Blanking } from './blanking';
import { actionOf } from './judge/judging';
import type { OtherProvider } from './model';
import { isOurs, type PlannedObject } from './plan/planned-object';

/** True for a resource of another provider that the plan changes. */
export const isChangingOther = (object: PlannedObject): boolean =>
  !isOurs(object) && !object.isData && !['none', 'read', 'move'].includes(actionOf(object));

/** Counts the resources of other providers. This report does not judge them. */
export function otherProviders(objects: readonly PlannedObject[], shown: Blanking): readonly OtherProvider[] {
  const counts = new Map<string, { changing: number; unchanged: number }>();
  for (const object of objects) {
    if (isOurs(object) || object.isData) continue;
    const name = shown.text(object.provider);
    const found = counts.get(name) ?? { changing: 0, unchanged: 0 };
    counts.set(name, found);
    found[isChangingOther(object) ? 'changing' : 'unchanged'] += 1;
  }
  return [...counts]
    .map(([provider, count]) => ({ provider, ...count }))
    .sort((one, other) => (one.provider < other.provider ? -1 : 1));
}
