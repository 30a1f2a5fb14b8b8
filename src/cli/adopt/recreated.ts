import { identifyingNames } from '../../client/contract/fields';
import { collections } from '../../client/contract/operations';
import { timeOf } from '../../client/contract/time';
import { recognizedDigest } from '../../provider/creation/kind';
import { collectionOfResource } from '../../provider/kinds';
import { groupedBy } from '../../report/grouped';
import { isObject, member } from '../../report/plan/json';
import type { Plan } from '../../report/plan/plan';
import { isKnown } from '../../report/plan/planned-object';
import type { Found } from './found';

/**
 * Returns the objects that look like what a plan creates, with the planned addresses: after a state is lost, that plan creates
 * all of them again. Nothing tells equal ones apart, and an apply sends each endpoint the secret of its address. `doubts` name
 * what has no counterpart.
 */
export function recreated(all: readonly Found[], { changes }: Pick<Plan, 'changes'>) {
  const creates = changes.filter(
    ({ actions, type }) => actions.join() === 'create' && collectionOfResource.has(type),
  );
  const places = groupedBy(
    creates,
    create => digestOf(create.type, create.after, name => isKnown(create, name)) ?? create.address,
  );
  const objects = groupedBy(all, ({ type, object }) =>
    digestOf(type, object, name => Object.hasOwn(object, name)),
  );
  const found: Found[] = [];
  const [doubts, earlier, missing]: [string[], string[], string[]] = [[], [], []];
  for (const [digest, planned] of places) {
    const equal = (objects.get(digest) ?? []).toSorted((one, other) => createdAt(other) - createdAt(one));
    const [ids, to] = [equal.map(({ object }) => object.id), planned.map(({ address }) => address)];
    // Within the overlap of a rotation, a key equals the one before it.
    const isOverlap = planned.every(({ after }) => isObject(member(after, 'rotation')));
    if (ids.length > to.length && !isOverlap)
      doubts.push(`${ids.join(', ')} all look like ${to.join(', ')}: import what is yours by hand.`);
    else {
      found.push(...equal.slice(0, to.length).map((each, at) => ({ ...each, address: to[at] })));
      earlier.push(...ids.slice(to.length));
      missing.push(...to.slice(ids.length));
    }
  }
  if (earlier.length > 0) doubts.push(`Equal to a newer key, so from before a rotation: ${some(earlier)}.`);
  if (missing.length > 0) doubts.push(`Nothing equal was found for ${some(missing)}.`);
  return { found, doubts };
}

const createdAt = ({ object }: Found) => timeOf(object.created_at) || 0;

const some = (names: readonly string[]) =>
  names.slice(0, 10).join(', ') + (names.length > 10 ? ` and ${names.length - 10} more` : '');

/** Undefined if a field is missing that tells objects apart. */
function digestOf(type: string, values: object | undefined, isTold: (name: string) => boolean) {
  const collection = collectionOfResource.get(type);
  if (collection === undefined || values === undefined) return undefined;
  if (!identifyingNames(collections[collection].fields).every(isTold)) return undefined;
  return `${type} ${recognizedDigest({ collection }, values)}`;
}
