import { identifyingNames } from '../../client/contract/fields';
import { collections } from '../../client/contract/operations';
import { recognizedDigest } from '../../provider/creation/kind';
import { collectionOfResource } from '../../provider/kinds';
import { groupedBy } from '../../report/grouped';
import type { Plan } from '../../report/plan/plan';
import { isKnown } from '../../report/plan/planned-object';
import type { Found } from './found';

export interface Recreated {
  readonly found: readonly Found[];
  /** Why an object has no planned address. */
  readonly doubts: readonly string[];
}

/**
 * Returns the objects that look like what a plan creates, with the planned address if one object looks like one create. After
 * a state is lost, that plan creates all of them again.
 */
export function recreated(all: readonly Found[], { changes }: Pick<Plan, 'changes'>): Recreated {
  const creates = changes.filter(({ actions }) => actions.join() === 'create');
  const places = groupedBy(creates, create =>
    digestOf(create.type, create.after, name => isKnown(create, name)),
  );
  const objects = groupedBy(all, ({ type, object }) =>
    digestOf(type, object, name => Object.hasOwn(object, name)),
  );
  const found: Found[] = [];
  const doubts: string[] = [];
  for (const [digest, equal] of objects) {
    const addresses = (places.get(digest) ?? []).map(({ address }) => address);
    const [only] = addresses;
    if (digest === undefined || only === undefined) continue;
    const isSure = addresses.length === 1 && equal.length === 1;
    found.push(...equal.map(each => (isSure ? { ...each, address: only } : each)));
    const ids = equal.map(({ object }) => object.id).join(', ');
    if (!isSure)
      doubts.push(`Nobody can tell which of ${addresses.join(', ')} is ${ids}. Correct the import.`);
  }
  return { found, doubts };
}

/** Undefined if a field is missing that tells objects apart. */
function digestOf(type: string, values: object | undefined, isTold: (name: string) => boolean) {
  const collection = collectionOfResource.get(type);
  if (collection === undefined || values === undefined) return undefined;
  if (!identifyingNames(collections[collection].fields).every(isTold)) return undefined;
  return `${type} ${recognizedDigest({ collection }, values)}`;
}
