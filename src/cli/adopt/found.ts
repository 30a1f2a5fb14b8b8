import type { Client, Listed as ListOf } from '../../client';
import { hostOf } from '../../risks/host';
import type { Managed } from './managed-ids';

type Listed<Name extends 'webhooks' | 'apiKeys'> = Awaited<ReturnType<Client[Name]['list']>>['items'][number];

interface Named {
  /** The label of its block: unique, since constructs of all types share their ids, in letters, digits and underscores. */
  readonly label: string;
  /** Where the configuration has it already. */
  readonly address?: string;
}

/** An object of the platform that no state manages. */
export type Found =
  | (Named & { readonly type: 'svc_webhook_endpoint'; readonly object: Listed<'webhooks'> })
  | (Named & { readonly type: 'svc_api_key'; readonly object: Listed<'apiKeys'> });

export const addressOf = ({ type, label, address = `${type}.${label}` }: Found) => address;

export const adoptable = ['svc_webhook_endpoint', 'svc_api_key'] as const satisfies readonly Found['type'][];

export interface PlatformObjects {
  readonly endpoints: readonly Listed<'webhooks'>[];
  readonly keys: readonly Listed<'apiKeys'>[];
  /** Why more objects may exist than are listed. */
  readonly gaps: readonly string[];
}

/** Lists the objects of these types. */
export async function listed(client: Client, types: readonly Found['type'][]): Promise<PlatformObjects> {
  const none: ListOf<never> = { items: [], gap: undefined };
  const [endpoints, keys] = await Promise.all([
    types.includes('svc_webhook_endpoint') ? client.webhooks.list() : none,
    types.includes('svc_api_key') ? client.apiKeys.list() : none,
  ]);
  const gaps = [endpoints.gap, keys.gap].flatMap(gap => gap?.message ?? []);
  return { endpoints: endpoints.items, keys: keys.items, gaps };
}

/** Returns the objects that are not managed, in the platform's order. */
export function unmanaged({ endpoints, keys }: PlatformObjects, { ids, names }: Managed): readonly Found[] {
  const isFree = ({ id }: { readonly id: string }) => !ids.has(id);
  const label = labels(names);
  return [
    ...endpoints.filter(isFree).map(object => {
      // The rest of an address may hold a token, and the label is in plans, states and reports.
      const name = hostOf(object.url);
      return { type: 'svc_webhook_endpoint', label: label(name, object.id), object } as const;
    }),
    ...keys.filter(isFree).map(object => {
      return { type: 'svc_api_key', label: label(object.name, object.id), object } as const;
    }),
  ];
}

function labels(names: ReadonlySet<string>): (name: string | undefined, id: string) => string {
  // A construct cannot have this id: the library looks for ids of siblings in a plain object.
  const taken = new Set([...names, 'constructor']);
  return (name, id) => {
    const words = wordsOf(name ?? '') || wordsOf(id);
    // A label begins with a letter.
    const label = /^[a-z]/.test(words) ? words : `_${words}`;
    let unique = label;
    for (let count = 2; taken.has(unique); count += 1) unique = `${label}_${count}`;
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
