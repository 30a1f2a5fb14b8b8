import type { Client } from '../../client';
import type { apiKeys } from '../../client/contract/api-keys';
import type { PartialItem } from '../../client/contract/fields';
import type { webhooks } from '../../client/contract/webhooks';
import { collectionOfResource } from '../../provider/registered-resources';
import { shownHost } from '../../risks/host';
import { plural } from '../../words/plural';
import type { Managed } from './managed-ids';

/** An object of the platform, as it shows it: of any type, so every field may be absent. */
export interface Present {
  readonly type: string;
  readonly object: PartialItem<typeof webhooks.fields> & PartialItem<typeof apiKeys.fields>;
}

/** An object of the platform that no state manages. */
export interface Unmanaged extends Present {
  /** The label of its block: unique, since constructs of all types share their ids, in letters, digits and underscores. */
  readonly label: string;
}

export const addressOf = ({ type, label }: Unmanaged) => `${type}.${label}`;

export const inNoState = ({ length }: readonly Unmanaged[]) =>
  `${plural(length, 'object')} ${length === 1 ? 'is' : 'are'} in no state that was read`;

export const adoptable: readonly string[] = [...collectionOfResource.keys()];

/** Lists the objects of these types. `gaps` say why more may exist. */
export async function listed(client: Client, types: readonly string[]) {
  const asked = [...collectionOfResource].filter(([type]) => types.includes(type));
  const lists = asked.map(async ([type, collection]) => {
    const { items, gap } = await client[collection].listNow();
    return { objects: items.map(object => ({ type, object })), gap };
  });
  const all = await Promise.all(lists);
  return {
    objects: all.flatMap(({ objects }) => objects),
    gaps: all.flatMap(({ gap }) => gap?.message ?? []),
  };
}

/** Returns why a list is not believed: it has none of the states' objects. If it has some, the rest may be of another account. */
export const doubts = (
  listed: readonly Present[],
  types: readonly string[],
  present: Managed['present'],
  host: string,
): readonly string[] =>
  types.flatMap(type => {
    const stored = new Set(present.filter(each => each.type === type).map(({ id }) => id));
    if (stored.size === 0 || listed.some(({ object }) => stored.has(object.id))) return [];
    const words = `Of ${plural(stored.size, 'object')} of ${type} in the states, the list of ${host} has none`;
    return `${words}: they were deleted, this is another account, or the list is wrong.`;
  });

/** @param names of the resources that the states have */
export function unmanaged(objects: readonly Present[], names: ReadonlySet<string>): readonly Unmanaged[] {
  const label = labels(names);
  return objects.map(({ type, object }) => {
    // The rest of an address may hold a token, and the label is in plans, states and reports.
    const name = shownHost(object.url) ?? object.name;
    return { type, label: label(name, object.id), object };
  });
}

function labels(names: ReadonlySet<string>): (name: string | undefined, id: string) => string {
  // A construct cannot have this id: the library looks for ids of siblings in a plain object.
  const taken = new Set([...names, 'constructor']);
  // A search that begins at 2 for each object would take hours where thousands have one host.
  const next = new Map<string, number>();
  return (name, id) => {
    const words = wordsOf(name ?? '') || wordsOf(id);
    // A label begins with a letter.
    const label = /^[a-z]/.test(words) ? words : `_${words}`;
    let unique = label;
    let count = next.get(label) ?? 2;
    for (; taken.has(unique); count += 1) unique = `${label}_${count}`;
    next.set(label, count);
    taken.add(unique);
    return unique;
  };
}

const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 60);
