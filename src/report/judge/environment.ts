import { type Json, member } from '../plan/json';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import type { Judging } from './judging';
import { ownKeysOf } from './own-keys';

/**
 * True if a key that this plan issues is one of the live platform, or of one that is neither live nor test. The plan does not know the environment of
 * a new key. The former key tells it, or the provider block.
 */
export function isIssuedLive(object: PlannedObject, { plan, liveProviders }: Judging): boolean {
  const former = member(object.before, 'environment');
  return typeof former === 'string' ? former !== 'test' : liveProviders.has(providerKeyOf(plan, object));
}

/**
 * Returns the keys of the provider blocks whose platform is the live one: a platform issues keys of one environment, so
 * any key of the block tells it, and so does the provider’s own key.
 * @param environmentKeys keys of this process, such as SVC_API_KEY. A block without a credential runs with it
 */
export function liveProvidersOf(plan: Plan, environmentKeys: readonly string[]): ReadonlySet<string> {
  const live = new Set<string>();
  const { blocks, providers } = plan.configuration;
  const areOf = (environment: 'live' | 'test', keys: readonly string[]) =>
    keys.some(key => key.startsWith(`svc_${environment}_`));
  // A configuration need not have a provider block.
  for (const key of new Set([...providers.keys(), ...[...blocks.values()].map(block => block.providerKey)])) {
    const isFromEnvironment = !hasCredential(providers.get(key)?.expressions);
    const own = isFromEnvironment ? environmentKeys : ownKeysOf(plan, key).values;
    // A key of another form counts as live.
    if (areOf('live', own) || (own.length > 0 && !areOf('test', own))) live.add(key);
  }
  // A key that was deleted outside Terraform is in the drift alone.
  for (const object of [...plan.changes, ...plan.drift]) {
    const environment = object.type === 'svc_api_key' ? member(object.before, 'environment') : undefined;
    if (typeof environment === 'string' && environment !== 'test') live.add(providerKeyOf(plan, object));
  }
  return live;
}

const hasCredential = (expressions: Json) =>
  ['api_key', 'oauth'].some(name => member(expressions, name) !== undefined);

const providerKeyOf = ({ configuration }: Plan, { block }: PlannedObject) =>
  configuration.blocks.get(block)?.providerKey ?? '';
