import { type Json, listIn, member, objectIn } from './json';
import { type PlannedObject, plannedObject } from './planned-object';

/**
 * Returns what the state has before the plan, after its refresh, each as an object that stays as it is. The changes of a plan
 * lack data sources, what the plan excludes and, with `-invoke`, every resource.
 */
export const priorObjects = (json: Json): readonly PlannedObject[] =>
  resourcesIn(member(member(member(json, 'prior_state'), 'values'), 'root_module')).flatMap(resource => {
    const { values, sensitive_values } = objectIn(resource);
    const sides = { before: values, after: values, before_sensitive: sensitive_values };
    const change = { actions: ['no-op'], ...sides, after_sensitive: sensitive_values };
    return plannedObject({ address: '', type: '', ...objectIn(resource), change }) ?? [];
  });

const resourcesIn = (module: Json): readonly Json[] => [
  ...listIn(member(module, 'resources')),
  ...listIn(member(module, 'child_modules')).flatMap(resourcesIn),
];
