import { type Json, listIn, member, textIn } from './json';
import { isOurs, type PlannedObject, secretsOf } from './planned-object';

/** A resource as the state has it before the plan, after its refresh. */
export interface PriorResource {
  readonly address: string;
  readonly type: string;
  readonly isData: boolean;
  readonly values: Json;
  /** The shape of the values, with `true` for a sensitive one. */
  readonly sensitive: Json;
}

/**
 * Returns the resources of the prior state, except for those of this provider that a change repeats: the changes of a plan
 * lack data sources, what the plan excludes and, with `-invoke`, every resource.
 */
export function priorResources(
  json: Json,
  plannedAt: ReadonlyMap<Json, PlannedObject>,
): readonly PriorResource[] {
  return resourcesIn(member(member(member(json, 'prior_state'), 'values'), 'root_module'))
    .filter(resource => !isRepeated(resource, plannedAt.get(member(resource, 'address'))))
    .map(resource => ({
      address: textIn(member(resource, 'address')) ?? '',
      type: textIn(member(resource, 'type')) ?? '',
      isData: member(resource, 'mode') === 'data',
      values: member(resource, 'values'),
      sensitive: member(resource, 'sensitive_values'),
    }));
}

/** True for the same object with the same secrets. Terraform takes both from one state; a plan by hand may not. */
function isRepeated(resource: Json, change: PlannedObject | undefined): boolean {
  if (change?.before === undefined || !isOurs(change)) return false;
  const isSame = (name: string) => member(member(resource, 'values'), name) === member(change.before, name);
  return isSame('id') && secretsOf(change).every(isSame);
}

const resourcesIn = (module: Json): readonly Json[] => [
  ...listIn(member(module, 'resources')),
  ...listIn(member(module, 'child_modules')).flatMap(resourcesIn),
];
