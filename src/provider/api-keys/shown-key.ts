import type { apiKeys } from '../../client/contract/api-keys';
import type { PartialItem } from '../../client/contract/fields';
import { timeOf } from '../../client/contract/time';
import { optional } from '../../plugin/define/attribute';
import type { HandlerContext } from '../../plugin/define/context';
import { bool, number, string } from '../../plugin/define/value-type';
import { type Reach, reachOf } from '../../risks/reach';
import { list } from '../author';
import { readableText, scopeNames, tenantId, wholeNumber } from '../checks';
import { Refused } from '../errors/refused';
import { isShownAs, passing, wanting } from '../listed';
import { type Named, unknownAge, unknownValues, unshownScopes } from './key-warnings';
import { ageInDays, longestDays, type RotatingKey } from './rotation';

type Key = PartialItem<typeof apiKeys.fields>;

/** Returns the state of a key as the platform shows it, and warns of what the platform does not show. */
export function shownKey<State extends Named & Reach & RotatingKey & { tenant_id?: string | undefined }>(
  state: State,
  record: Key,
  { warn, warnOnce }: Pick<HandlerContext<unknown>, 'warn' | 'warnOnce'>,
) {
  const { scopes } = record;
  const shown = { ...state, ...record, ...(scopes && reachOf(scopes, state.unrestricted)) };
  if (state.name === undefined) warnOnce(...unknownValues);
  if (shown.tenant_id === undefined)
    throw new Refused(
      'API key cannot be imported',
      `The platform does not show the tenant_id of ${state.id}. Without it, a plan would replace the key.`,
      'Issue another key with Terraform, and revoke this one on the platform.',
    );
  if (scopes === undefined && !state.unrestricted) warnOnce(...unshownScopes);
  const isAgeless = shown.rotation?.after_days !== undefined && Number.isNaN(timeOf(shown.created_at));
  if (isAgeless) warn(...unknownAge(state.id));
  return shown;
}

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
      ...wanting(filters.tenant_id, 'tenant_id', ({ tenant_id }: Key, wanted) =>
        isShownAs(tenant_id, wanted),
      ),
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
