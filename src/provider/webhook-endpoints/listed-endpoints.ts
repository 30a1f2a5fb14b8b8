import type { Told } from '../../client/contract/fields';
import type { webhooks } from '../../client/contract/webhooks';
import { optional } from '../../plugin/define/attribute';
import type { ListedObject } from '../../plugin/define/definition';
import { string } from '../../plugin/define/value-type';
import { list } from '../author';
import { eventTypes, namesFrom, readableText } from '../checks';
import type { Platform } from '../connection/platform';
import { isSame, passing, wanting } from '../listed';
import { receiverOf } from './receiver';
import { shownEndpoint } from './shown-endpoint';

type Endpoint = Told<typeof webhooks.fields>;

const statuses = namesFrom('status', ['active', 'degraded'], /^[a-z][a-z0-9_]*$/);

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
      ...wanting(status, 'status', ({ status }: Endpoint, wanted) => isSame(status, wanted)),
      ...wanting(prefix, 'url', ({ url }: Endpoint, start) => url?.startsWith(start)),
    ];
    for await (const endpoint of passing(client.webhooks.pages(), criteria, warn))
      yield { id: endpoint.id, displayName: nameOf(endpoint), stateFrom: shownAs(endpoint) };
  },
});

/** The address without its path, which may hold a token of the receiver, and what tells endpoints of one host apart. */
function nameOf({ url, events = [] }: Endpoint): string {
  const receiver = receiverOf(url);
  return events.length === 0 ? receiver : `${receiver} (${events.toSorted().join(', ')})`;
}

const shownAs =
  (endpoint: Endpoint): ListedObject<Platform>['stateFrom'] =>
  (imported, context) =>
    shownEndpoint(imported, endpoint, context);
