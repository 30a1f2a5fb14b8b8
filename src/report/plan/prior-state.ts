import { type Json, listIn, member, textIn } from './json';
import type { PlannedObject } from './planned-object';

/** A resource as the state has it before the plan, after its refresh. */
export interface PriorResource {
  readonly address: string;
  readonly type: string;
  readonly isData: boolean;
  readonly values: Json;
  /** The shape of the values, with `true` for a sensitive one. */
  readonly sensitive: Json;
}

/** Returns what no change repeats: data sources, what the plan excludes and, with `-invoke`, every resource. */
export function priorResources(json: Json, changes: readonly PlannedObject[]): readonly PriorResource[] {
  const repeating = changes.filter(({ before, deposed }) => before !== undefined && deposed === undefined);
  const repeated = new Set<Json>(repeating.map(({ address }) => address));
  const isData = (resource: Json) => member(resource, 'mode') === 'data';
  const isDeposed = (resource: Json) => member(resource, 'deposed_key') !== undefined;
  return resourcesIn(member(member(member(json, 'prior_state'), 'values'), 'root_module'))
    .filter(one => isData(one) || isDeposed(one) || !repeated.has(member(one, 'address')))
    .map(resource => ({
      address: textIn(member(resource, 'address')) ?? '',
      type: textIn(member(resource, 'type')) ?? '',
      isData: isData(resource),
      values: member(resource, 'values'),
      sensitive: member(resource, 'sensitive_values'),
    }));
}

const resourcesIn = (module: Json): readonly Json[] => [
  ...listIn(member(module, 'resources')),
  ...listIn(member(module, 'child_modules')).flatMap(resourcesIn),
];
