import { type Json, listIn, member, textIn } from './plan/json';
import type { Plan } from './plan/plan';
import { isOurs } from './plan/planned-object';

/**
 * Returns how many resources of this provider remain after the apply, although the plan does not list them. A refresh-only
 * plan lists none, and a plan with `-target` only its targets. No rule of a policy can be held against the others.
 */
export function unseenResources({ json, changes }: Plan): number {
  const listed = new Set(changes.map(({ address }) => address));
  // OpenTofu's planned values lack what `-exclude` leaves out, and its prior state has it.
  const remaining = [
    ...managedAddresses(member(json, 'planned_values')),
    ...managedAddresses(member(member(json, 'prior_state'), 'values')),
  ];
  return new Set(remaining.filter(address => !listed.has(address))).size;
}

function managedAddresses(values: Json): readonly string[] {
  // A list of modules, not a recursion: modules of a forged plan may be nested without limit.
  const modules = [member(values, 'root_module')];
  const addresses: string[] = [];
  for (const module of modules) {
    modules.push(...listIn(member(module, 'child_modules')));
    for (const resource of listIn(member(module, 'resources'))) {
      const isManaged = member(resource, 'mode') !== 'data';
      if (isManaged && isOurs({ type: textIn(member(resource, 'type')) ?? '' }))
        addresses.push(textIn(member(resource, 'address')) ?? '');
    }
  }
  return addresses;
}
