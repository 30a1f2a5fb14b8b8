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
  const repeating = changes.filter(
    one => !one.isData && one.deposed === undefined && one.before !== undefined,
  );
  const repeated = new Set<Json>(repeating.map(({ address }) => address));
  return resourcesIn(member(member(member(json, 'prior_state'), 'values'), 'root_module'))
    .filter(one => !repeated.has(member(one, 'address')) || member(one, 'deposed_key') !== undefined)
    .map(resource => ({
      address: textIn(member(resource, 'address')) ?? '',
      type: textIn(member(resource, 'type')) ?? '',
      isData: member(resource, 'mode') === 'data',
      values: member(resource, 'values'),
      sensitive: member(resource, 'sensitive_values'),
    }));
}

const resourcesIn = (module: Json): readonly Json[] => [
  ...listIn(member(module, 'resources')),
  ...listIn(member(module, 'child_modules')).flatMap(resourcesIn),
];
