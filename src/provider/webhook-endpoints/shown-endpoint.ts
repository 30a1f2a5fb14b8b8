import type { Told } from '../../client/contract/fields';
import type { webhooks } from '../../client/contract/webhooks';
import type { HandlerContext } from '../../plugin/define/context';
import { unknownStatus } from './degraded';

/** Returns the state of an endpoint as the platform shows it, and warns of a status that nobody knows. */
export function shownEndpoint<State extends { readonly id: string; readonly status?: string | undefined }>(
  state: State,
  record: Told<typeof webhooks.fields>,
  { warn }: Pick<HandlerContext<unknown>, 'warn'>,
) {
  for (const words of unknownStatus(state.id, record.status, state.status)) warn(...words);
  return { ...state, ...record };
}
