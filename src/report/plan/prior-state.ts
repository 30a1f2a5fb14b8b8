import { type Json, listIn, member, objectIn } from './json';
import { type PlannedObject, plannedObject } from './planned-object';

/**
 * Returns what the state has after the plan's refresh, and its changes lack, each as an object that stays as it is: data
 * sources, what the plan excludes and, with `-invoke`, every resource.
 *
 * @param planned by address. A deposed object has that of another one
 */
export const priorObjects = (json: Json, planned: ReadonlyMap<Json, PlannedObject>) =>
  resourcesIn(member(member(member(json, 'prior_state'), 'values'), 'root_module')).flatMap(resource => {
    const { values, sensitive_values, address, deposed_key } = objectIn(resource);
    if (deposed_key === undefined && planned.get(address)?.before !== undefined) return [];
    const sides = { before: values, after: values, before_sensitive: sensitive_values };
    const change = { actions: ['no-op'], ...sides, after_sensitive: sensitive_values };
    return (
      plannedObject({ address: '', type: '', ...objectIn(resource), deposed: deposed_key, change }) ?? []
    );
  });

const resourcesIn = (module: Json): readonly Json[] => [
  ...listIn(member(module, 'resources')),
  ...listIn(member(module, 'child_modules')).flatMap(resourcesIn),
];
