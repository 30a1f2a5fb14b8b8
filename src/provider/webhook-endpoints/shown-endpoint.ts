import { printable } from '../../client';
import { knownStatuses } from '../../client/contract/catalogue';
import type { EachField, PartialItem, Shown } from '../../client/contract/fields';
import type { webhooks } from '../../client/contract/webhooks';
import { computed, optional } from '../../plugin/define/attribute';
import type { HandlerContext } from '../../plugin/define/context';
import type { Warning } from '../../plugin/define/definition';
import type { Attribute } from '../../plugin/define/schema-types';
import { setOf, string } from '../../plugin/define/value-type';
import { list } from '../author';
import { eventTypes, namesFrom, readableText } from '../checks';
import { isShownAs, passing, wanting } from '../listed';
import { receiverOf } from './endpoint';

type Endpoint = PartialItem<typeof webhooks.fields>;

/** The attributes of an endpoint in both data sources. One that the platform does not show is null. */
export const shownAttributes = {
  id: computed(string, { description: 'Identifier; begins with `wh_`.' }),
  url: computed(string, { sometimes: true, description: 'Address that receives deliveries.' }),
  events: computed(setOf(string), { sometimes: true, description: 'Event types delivered.' }),
  status: computed(string, {
    sometimes: true,
    description: '`active`, or `degraded` once a delivery was abandoned.',
  }),
  created_at: computed(string, { sometimes: true, description: 'Time of registration, ISO 8601 in UTC.' }),
} satisfies EachField<typeof webhooks.fields, Shown, Attribute>;

/** Returns the state of an endpoint as the platform shows it, and warns of a status that nobody knows. */
export function shownEndpoint<State extends { readonly id: string; readonly status?: string | undefined }>(
  state: State,
  record: Endpoint,
  { warn }: Pick<HandlerContext<unknown>, 'warn'>,
) {
  for (const words of unknownStatus(state.id, record.status, state.status)) warn(...words);
  return { ...state, ...record };
}

/** Returns a warning of a status that the document does not name. The state shows it from then on, so it comes once. */
export function unknownStatus(
  id: string,
  status: string | undefined,
  stored: string | undefined,
): readonly Warning[] {
  if (status === undefined || status === stored || knownStatuses.includes(status)) return [];
  const detail =
    `The platform's document names only ${knownStatuses.join(' and ')}, so nobody here can tell whether the endpoint ` +
    'still gets deliveries. Look at it on the platform. This warning comes once for each new status.';
  return [[`Webhook endpoint ${id} has the unknown status "${printable(status)}"`, detail]];
}

export const degradedEndpoint = (id: string, url: string): Warning => [
  `Webhook endpoint ${id} is degraded`,
  `The platform gave up delivering to ${receiverOf(url)} and sends it nothing more. Repair the receiver, then register ` +
    'the endpoint anew: only a new registration is active. on_degraded = "replace" (with cdktf onDegraded: "replace") ' +
    'plans a new registration after a refresh. To plan one by hand, run this with Terraform, or with cdktf in ' +
    'cdktf.out/stacks/STACK:\n\n    terraform apply -replace=ADDRESS',
];

const statuses = namesFrom('status', knownStatuses, /^[a-z][a-z0-9_]*$/);

/** The endpoints of the platform, for `terraform query`. */
export const listedEndpoints = list({
  description: 'Lists the webhook endpoints of the platform.',
  filters: {
    event: optional(string, {
      check: event => eventTypes([event]),
      description: 'Only endpoints that receive events of this type.',
    }),
    status: optional(string, {
      check: status => statuses([status]),
      description: 'Only endpoints with this status: `active` or `degraded`.',
    }),
    url_prefix: optional(string, {
      check: readableText('Invalid prefix of an address'),
      description: 'Only endpoints whose address, as the platform shows it, begins with this text.',
    }),
  },
  async *objects({ event, status, url_prefix: prefix }, { client, warn }) {
    const criteria = [
      ...wanting(event, 'events', ({ events }: Endpoint, type) => events?.includes(type)),
      ...wanting(status, 'status', ({ status }: Endpoint, wanted) => isShownAs(status, wanted)),
      ...wanting(prefix, 'url', ({ url }: Endpoint, start) => url?.startsWith(start)),
    ];
    for await (const endpoint of passing(client.webhooks.pages(), criteria, warn))
      yield {
        id: endpoint.id,
        displayName: nameOf(endpoint),
        stateFrom: (imported, context) => shownEndpoint(imported, endpoint, context),
      };
  },
});

/** The address without its path, which may hold a token of the receiver, and what tells endpoints of one host apart. */
function nameOf({ url, events = [] }: Endpoint): string {
  const receiver = receiverOf(url);
  return events.length === 0 ? receiver : `${receiver} (${events.toSorted().join(', ')})`;
}
