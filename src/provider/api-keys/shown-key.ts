import type { apiKeys } from '../../client/contract/api-keys';
import type { PartialItem } from '../../client/contract/fields';
import { timeOf } from '../../client/contract/time';
import type { HandlerContext } from '../../plugin/define/context';
import { type Reach, reachOf } from '../../risks/reach';
import { Refused } from '../errors/refused';
import { type Named, unknownAge, unknownValues, unshownScopes } from './key-warnings';
import type { RotatingKey } from './rotation';

/** Returns the state of a key as the platform shows it, and warns of what the platform does not show. */
export function shownKey<State extends Named & Reach & RotatingKey & { tenant_id?: string | undefined }>(
  state: State,
  record: PartialItem<typeof apiKeys.fields>,
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
