import { groupedBy } from '../grouped';
import { type JsonObject, member } from '../plan/json';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import { actionOf, type Judging, lacks, providersOf } from './judging';
import { typeOf } from './types';

/**
 * Finds objects that one block loses and another one gets, such as by a renamed block without `moved`. The platform sees
 * a deletion and a creation. A reviewer has to see what changes: equal names of keys, or equal hosts and events of
 * endpoints, make a pair. Equal tenants and addresses come first.
 */
export function pairsOf(plan: Plan): Judging['pairs'] {
  const pairs = new Map<PlannedObject, PlannedObject>();
  const managed = plan.changes.filter(({ isData, deposed }) => !isData && deposed === undefined);
  const going = managed.filter(object => actionOf(object) === 'delete' && !staysBehind(plan, object));
  const coming = managed.filter(object => actionOf(object) === 'create');
  for (const identity of [exactly, roughly]) {
    const formers = groupedBy(going, object => identity(object, object.before));
    for (const object of coming.filter(one => !pairs.has(one))) {
      const name = identity(object, object.after);
      const former = (name === undefined ? [] : (formers.get(name) ?? [])).find(
        one => !pairs.has(one) && shareProvider(plan, one, object),
      );
      if (former !== undefined) pairs.set(object, former).set(former, object);
    }
  }
  return pairs;
}

/** An object that the platform cannot delete has no successor: both are there afterwards. */
const staysBehind = (plan: Plan, object: PlannedObject) => lacks(plan, object, typeOf(object).deletion);

/** Where it may be one of several, it may be of another platform, and its end there is no change of an object here. */
const shareProvider = (plan: Plan, former: PlannedObject, object: PlannedObject) => {
  const [provider, another] = providersOf(plan, former);
  return another === undefined && (provider === undefined || providersOf(plan, object).includes(provider));
};

type Identity = (object: PlannedObject, values: JsonObject | undefined) => string | undefined;

const exactly: Identity = (object, values) => {
  const name = roughly(object, values);
  return name && JSON.stringify([name, member(values, 'tenant_id'), member(values, 'url')]);
};

const roughly: Identity = (object, values) => {
  const name = typeOf(object).identity(object, values);
  return name && JSON.stringify([object.type, name]);
};
