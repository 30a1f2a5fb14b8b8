import type { Blanking } from '../blanking';
import type { Action, Subject } from '../model';
import { listIn, member } from '../plan/json';
import { originOf } from '../plan/origin';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';

/** What every judgement reads: the plan, and how foreign texts are shown. */
export interface Judging {
  readonly plan: Plan;
  readonly shown: Blanking;
  /** Keys of the provider blocks whose platform is the live one, or neither live nor test. */
  readonly liveProviders: ReadonlySet<string>;
}

const kinds: ReadonlyMap<string, Subject['kind']> = new Map([
  ['svc_api_key', 'api-key'],
  ['svc_webhook_endpoint', 'webhook-endpoint'],
]);

export const kindOf = ({ type, isData }: PlannedObject): Subject['kind'] =>
  isData ? 'data-source' : (kinds.get(type) ?? 'other');

/** Returns what a plan does to an object, in one word. */
export function actionOf({ actions, isImported, previousAddress, address }: PlannedObject): Action {
  if (actions.length > 1) return 'replace';
  const [action = 'no-op'] = actions;
  if (action === 'create' || action === 'update' || action === 'delete') return action;
  if (action === 'forget' || action === 'read') return action;
  if (isImported) return 'import';
  return previousAddress !== undefined && previousAddress !== address ? 'move' : 'none';
}

/**
 * True if the former object leaves the state and stays on the platform: `destroy = false` in `removed`, or, of OpenTofu,
 * in `lifecycle`. A replacement then is `forget` and `create`.
 */
export const isForgotten = ({ actions }: PlannedObject): boolean => actions.includes('forget');

/** True if the provider block of this object says that the platform lacks an operation. */
export function lacks({ configuration }: Plan, { block }: PlannedObject, operation: string): boolean {
  const key = configuration.blocks.get(block)?.providerKey;
  const provider = key === undefined ? undefined : configuration.providers.get(key);
  if (provider === undefined) return false;
  const { constants } = originOf(member(provider.expressions, 'unavailable_operations'), provider.scope);
  return constants.some(names => listIn(names).includes(operation));
}
