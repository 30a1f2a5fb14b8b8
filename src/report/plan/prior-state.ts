import { type Json, listIn, member, objectIn, textIn } from './json';
import { type PlannedObject, plannedObject } from './planned-object';

/** A resource as the state has it before the plan, after its refresh. */
export interface PriorResource {
  readonly address: string;
  readonly type: string;
  readonly isData: boolean;
  readonly values: Json;
  /** The shape of the values, with `true` for a sensitive one. */
  readonly sensitive: Json;
}

/** Returns what is in the state, each as an object that stays as it is. */
export const standingObjects = (json: Json): readonly PlannedObject[] =>
  resourcesIn(priorRoot(json)).flatMap(resource => {
    const { values, sensitive_values } = objectIn(resource);
    const sides = { before: values, after: values, before_sensitive: sensitive_values };
    const change = { actions: ['no-op'], ...sides, after_sensitive: sensitive_values };
    return plannedObject({ ...objectIn(resource), change }) ?? [];
  });

/**
 * Returns the resources of the prior state. The changes of a plan lack data sources, what the plan excludes and, with
 * `-invoke`, every resource.
 */
export const priorResources = (json: Json): readonly PriorResource[] =>
  resourcesIn(priorRoot(json)).map(resource => ({
    address: textIn(member(resource, 'address')) ?? '',
    type: textIn(member(resource, 'type')) ?? '',
    isData: member(resource, 'mode') === 'data',
    values: member(resource, 'values'),
    sensitive: member(resource, 'sensitive_values'),
  }));

const priorRoot = (json: Json) => member(member(member(json, 'prior_state'), 'values'), 'root_module');

const resourcesIn = (module: Json): readonly Json[] => [
  ...listIn(member(module, 'resources')),
  ...listIn(member(module, 'child_modules')).flatMap(resourcesIn),
];
