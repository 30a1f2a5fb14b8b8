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

/**
 * Returns the resources of the prior state. The changes of a plan lack data sources, what the plan excludes and, with
 * `-invoke`, every resource.
 */
export const priorResources = (json: Json): readonly PriorResource[] =>
  resourcesIn(member(member(member(json, 'prior_state'), 'values'), 'root_module')).map(resource => ({
    address: textIn(member(resource, 'address')) ?? '',
    type: textIn(member(resource, 'type')) ?? '',
    isData: member(resource, 'mode') === 'data',
    values: member(resource, 'values'),
    sensitive: member(resource, 'sensitive_values'),
  }));

const resourcesIn = (module: Json): readonly Json[] => [
  ...listIn(member(module, 'resources')),
  ...listIn(member(module, 'child_modules')).flatMap(resourcesIn),
];
