import { type Json, listIn, member, textIn } from './json';

/** A resource as the state has it before the plan, after its refresh. */
export interface PriorResource {
  readonly address: string;
  readonly type: string;
  readonly isData: boolean;
  readonly values: Json;
  /** The shape of the values, with `true` for a sensitive one. */
  readonly sensitive: Json;
}

/** Returns all resources of the prior state: the changes of a plan lack data sources and, with `-invoke`, every resource. */
export const priorResources = (json: Json): readonly PriorResource[] =>
  resourcesIn(member(member(member(json, 'prior_state'), 'values'), 'root_module'));

function resourcesIn(module: Json): readonly PriorResource[] {
  const own = listIn(member(module, 'resources')).map(resource => ({
    address: textIn(member(resource, 'address')) ?? '',
    type: textIn(member(resource, 'type')) ?? '',
    isData: member(resource, 'mode') === 'data',
    values: member(resource, 'values'),
    sensitive: member(resource, 'sensitive_values'),
  }));
  const children = listIn(member(module, 'child_modules'));
  return children.length === 0 ? own : [...own, ...children.flatMap(resourcesIn)];
}
