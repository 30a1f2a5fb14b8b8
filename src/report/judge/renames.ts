import type { Finding } from '../../risks/finding';
import { member } from '../plan/json';
import { isKnown, type PlannedObject } from '../plan/planned-object';
import { actionOf } from './judging';

/** By type: the attributes that equal objects share, and what a rename without `moved` costs. */
const types: ReadonlyMap<string, readonly [names: readonly string[], costs: string]> = new Map([
  ['svc_api_key', [['name', 'tenant_id', 'scopes'], 'all holders of its value stop']],
  ['svc_webhook_endpoint', [['url', 'events'], 'its receiver loses the events of the time between']],
]);

/**
 * Returns what a report says of an object that the plan deletes while it creates an equal one: a block was renamed without `moved`.
 * One pass over the changes: a plan may have thousands.
 */
export function renamesIn(changes: readonly PlannedObject[]): (object: PlannedObject) => readonly Finding[] {
  const created = new Map(
    changes.filter(one => actionOf(one) === 'create').map(one => [lookOf(one, one.after), one.address]),
  );
  return object => {
    const isDeleted = actionOf(object) === 'delete' && object.deposed === undefined;
    const look = isDeleted ? lookOf(object, object.before) : undefined;
    const next = look === undefined ? undefined : created.get(look);
    return next === undefined ? [] : [renamed(next, types.get(object.type)?.[1] ?? '')];
  };
}

/** Undefined if a part is unknown. */
function lookOf(object: PlannedObject, values: PlannedObject['before']): string | undefined {
  const [names] = types.get(object.type) ?? [];
  if (!names?.every(name => isKnown(object, name))) return undefined;
  return JSON.stringify([object.type, ...names.map(name => member(values, name) ?? null)]);
}

const renamed = (next: string, costs: string): Finding => ({
  words: [
    'looks like a rename to ',
    { attribute: 'address', values: [next] },
    `: a \`moved\` block keeps it, and without one ${costs}`,
  ],
});
