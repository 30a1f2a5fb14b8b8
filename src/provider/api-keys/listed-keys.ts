import type { apiKeys } from '../../client/contract/api-keys';
import type { PartialItem } from '../../client/contract/fields';
import { optional } from '../../plugin/define/attribute';
import { bool, number, string } from '../../plugin/define/value-type';
import { list } from '../author';
import { readableText, scopeNames, tenantId, wholeNumber } from '../checks';
import { isSame, passing, wanting } from '../listed';
import { ageInDays, longestDays } from './rotation';
import { shownKey } from './shown-key';

type Key = PartialItem<typeof apiKeys.fields>;

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
    const criteria = [
      ...wanting(filters.tenant_id, 'tenant_id', ({ tenant_id }: Key, wanted) => isSame(tenant_id, wanted)),
      ...wanting(filters.scope, 'scopes', ({ scopes }: Key, scope) => scopes?.includes(scope)),
      ...wanting(filters.unrestricted, 'scopes', isUnrestricted),
      ...wanting(filters.name_prefix, 'name', ({ name }: Key, start) => name?.startsWith(start)),
      ...wanting(filters.older_than_days, 'created_at', ({ created_at }: Key, days) => {
        const age = ageInDays(created_at, client.now());
        return Number.isNaN(age) ? undefined : age >= days;
      }),
    ];
    for await (const key of passing(client.apiKeys.pages(), criteria, warn))
      yield {
        id: key.id,
        displayName: nameOf(key),
        stateFrom: (imported, context) => shownKey(imported, key, context),
      };
  },
});

const isUnrestricted = ({ scopes }: Key, wanted: boolean) => scopes && (scopes.length === 0) === wanted;

const nameOf = ({ id, name = id, tenant_id = 'unknown tenant' }: Key) => `${name} (${tenant_id})`;
