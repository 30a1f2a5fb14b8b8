import { listIn, member, textIn } from './plan/json';
import type { Plan } from './plan/plan';
import { isOurs } from './plan/planned-object';

/**
 * Returns how many resources of this provider remain after the apply, although the plan does not list them. A refresh-only
 * plan lists none, and a plan with `-target` only its targets. No rule of a policy can be held against the others.
 */
export function unseenResources({ json, changes }: Plan): number {
  const listed = new Set(changes.map(({ address }) => address));
  const planned = member(member(json, 'planned_values'), 'root_module');
  // A list of modules, not a recursion: modules of a forged plan may be nested without limit.
  const modules = [planned];
  let unseen = 0;
  for (const module of modules) {
    modules.push(...listIn(member(module, 'child_modules')));
    for (const resource of listIn(member(module, 'resources'))) {
      const isManaged = member(resource, 'mode') !== 'data';
      const address = textIn(member(resource, 'address'));
      if (isManaged && isOurs({ type: textIn(member(resource, 'type')) ?? '' }) && !listed.has(address ?? ''))
        unseen += 1;
    }
  }
  return unseen;
}
