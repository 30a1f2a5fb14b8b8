import type { Blanking } from './blanking';
import { actionOf } from './judge/judging';
import type { OtherProvider } from './model';
import { isOurs, type PlannedObject } from './plan/planned-object';

const unchanging = ['none', 'read', 'move'];

/** Counts the resources of other providers. Their values are not shown: this report does not judge them. */
export function otherProviders(objects: readonly PlannedObject[], shown: Blanking): readonly OtherProvider[] {
  const byProvider = new Map<
    string,
    { unchanged: number; readonly changes: OtherProvider['changes'][number][] }
  >();
  for (const object of objects) {
    if (isOurs(object) || object.isData) continue;
    const name = shown.text(object.provider);
    const found = byProvider.get(name) ?? { unchanged: 0, changes: [] };
    byProvider.set(name, found);
    const action = actionOf(object);
    if (unchanging.includes(action)) found.unchanged += 1;
    else found.changes.push({ address: shown.address(object.address), action });
  }
  return [...byProvider]
    .map(([provider, { unchanged, changes }]) => ({ provider, changing: changes.length, unchanged, changes }))
    .sort((one, other) => (one.provider < other.provider ? -1 : 1));
}
