import type { Finding } from '../../risks/finding';
import { member } from '../plan/json';
import { isKnown, type PlannedObject } from '../plan/planned-object';
import { actionOf } from './judging';
import { typeOf, withoutRules } from './types';

/** The attributes that equal endpoints, or equal keys, share. */
const identity = ['url', 'events', 'name', 'tenant_id', 'scopes'];

/**
 * Returns what a report says of an object that the plan deletes while it creates an equal one: a block was renamed without `moved`.
 * One pass over the changes: a plan may have thousands.
 */
export function renamesIn(changes: readonly PlannedObject[]): (object: PlannedObject) => readonly Finding[] {
  const created = new Map(changes.map(one => [lookIf('create', one, one.after), one.address]));
  return object => {
    const look = object.deposed === undefined ? lookIf('delete', object, object.before) : undefined;
    const next = look && created.get(look);
    if (next === undefined) return [];
    const costs = object.type === 'svc_api_key' ? 'all holders of its value stop' : receiverMisses;
    return [
      { words: ['looks like a rename to ', { attribute: 'address', values: [next] }, keepsIt + costs] },
    ];
  };
}

function lookIf(action: string, object: PlannedObject, values: PlannedObject['before']): string | undefined {
  const isJudged = actionOf(object) === action && typeOf(object) !== withoutRules;
  if (!isJudged || !identity.every(name => isKnown(object, name))) return undefined;
  return JSON.stringify([object.type, ...identity.map(name => member(values, name))]);
}

const keepsIt = ': a `moved` block keeps it, and without one ';
const receiverMisses = 'its receiver loses the events of the time between';
