import type { apiKeys } from '../../client/contract/api-keys';
import type { Told } from '../../client/contract/fields';
import { optional } from '../../plugin/define/attribute';
import type { ListedObject } from '../../plugin/define/definition';
import { bool, number, string } from '../../plugin/define/value-type';
import { list } from '../author';
import { readableText, scopeNames, tenantId, wholeNumber } from '../checks';
import { type Criterion, isSame, passing } from '../listed';
import type { Platform } from '../platform';
import { ageInDays, longestDays } from './rotation';
import { shownKey } from './shown-key';

type Key = Told<typeof apiKeys.fields>;

/** The keys of the platform, for `terraform query`. The platform shows the value of none. */
export const listedKeys = list({
  description:
    'Lists the API keys of the platform, never with the value of a key. Needs an unrestricted key.',
  filters: {
    tenant_id: optional(string, { check: tenantId, description: 'Only keys that are bound to this tenant.' }),
    scope: optional(string, {
      check: scope => scopeNames([scope]),
      description: 'Only keys with this scope. A key without scopes has none of them, but may do everything.',
    }),
    unrestricted: optional(bool, {
      description: '`true` lists only keys that may do everything, `false` only those with scopes.',
    }),
    name_prefix: optional(string, {
      check: readableText('Invalid prefix of a name'),
      description: 'Only keys whose name begins with this text.',
    }),
    older_than_days: optional(number, {
      check: wholeNumber('Invalid age of a key', { from: 1, to: longestDays }, 'days'),
      description: `Only keys that were issued at least this many days ago, from 1 to ${longestDays}.`,
    }),
  },
  async *objects(filters, { client, warn }) {
    for await (const key of passing(client.apiKeys.pages(), criteriaOf(filters, client), warn))
      yield { id: key.id, displayName: nameOf(key), stateFrom: shownAs(key) };
  },
});

interface Filters {
  readonly tenant_id?: string | undefined;
  readonly scope?: string | undefined;
  readonly unrestricted?: boolean | undefined;
  readonly name_prefix?: string | undefined;
  readonly older_than_days?: number | undefined;
}

function criteriaOf(
  { tenant_id: tenant, scope, unrestricted, name_prefix: prefix, older_than_days: days }: Filters,
  client: Platform,
): readonly Criterion<Key>[] {
  const criteria: Criterion<Key>[] = [];
  if (tenant !== undefined)
    criteria.push({ field: 'tenant_id', passes: ({ tenant_id }) => isSame(tenant_id, tenant) });
  if (scope !== undefined)
    criteria.push({ field: 'scopes', passes: ({ scopes }) => scopes?.includes(scope) });
  if (unrestricted !== undefined)
    criteria.push({
      field: 'scopes',
      passes: ({ scopes }) => scopes && (scopes.length === 0) === unrestricted,
    });
  if (prefix !== undefined) criteria.push({ field: 'name', passes: ({ name }) => name?.startsWith(prefix) });
  if (days !== undefined)
    criteria.push({
      field: 'created_at',
      passes: ({ created_at }) => {
        const age = ageInDays(created_at, client.now());
        return Number.isNaN(age) ? undefined : age >= days;
      },
    });
  return criteria;
}

const nameOf = ({ id, name = id, tenant_id = 'unknown tenant' }: Key) => `${name} (${tenant_id})`;

const shownAs =
  (key: Key): ListedObject<Platform>['stateFrom'] =>
  (imported, context) =>
    shownKey(imported, key, context);
