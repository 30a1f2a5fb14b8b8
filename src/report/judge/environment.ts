import { member } from '../plan/json';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import type { Judging } from './judging';
import { ownKeysOf } from './own-keys';

/**
 * True if a key that this plan issues is certainly one of the live platform. The plan does not know the environment of
 * a new key. The former key tells it, or the provider block.
 */
export function isIssuedLive(object: PlannedObject, { plan, liveProviders }: Judging): boolean {
  const former = member(object.before, 'environment');
  return typeof former === 'string' ? former === 'live' : liveProviders.has(providerKeyOf(plan, object));
}

/**
 * Returns the keys of the provider blocks whose platform is the live one: a platform issues keys of one environment, so
 * any key of the block tells it, and so does the provider’s own key.
 */
export function liveProvidersOf(plan: Plan): ReadonlySet<string> {
  const live = new Set<string>();
  for (const key of plan.configuration.providers.keys())
    if (ownKeysOf(plan, key).values.some(own => own.startsWith('svc_live_'))) live.add(key);
  for (const object of plan.changes)
    if (object.type === 'svc_api_key' && member(object.before, 'environment') === 'live')
      live.add(providerKeyOf(plan, object));
  return live;
}

const providerKeyOf = ({ configuration }: Plan, { block }: PlannedObject) =>
  configuration.blocks.get(block)?.providerKey ?? '';
