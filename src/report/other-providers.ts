import type { Blanking } from './blanking';
import { actionOf } from './judge/judging';
import type { OtherProvider } from './model';
import { isOurs, type PlannedObject } from './plan/planned-object';

const unchanging = ['none', 'read', 'move'];

/** Counts the resources of other providers. Their values are not shown: this report does not judge them. */
export function otherProviders(objects: readonly PlannedObject[], shown: Blanking): readonly OtherProvider[] {
  const byProvider = new Map<string, OtherProvider>();
  for (const object of objects) {
    if (isOurs(object) || object.isData) continue;
    const name = shown.text(object.provider);
    const found = byProvider.get(name) ?? { provider: name, changing: 0, unchanged: 0, changes: [] };
    byProvider.set(name, found);
    const action = actionOf(object);
    if (unchanging.includes(action)) found.unchanged += 1;
    else {
      found.changing += 1;
      found.changes.push({ address: shown.address(object.address), action });
    }
  }
  return [...byProvider.values()].sort((one, other) => (one.provider < other.provider ? -1 : 1));
}
