import { computed, required } from '../../plugin/define/attribute';
import { setOf, string } from '../../plugin/define/value-type';
import { dataSource } from '../author';
import { readableText } from '../checks';
import { MissingObject } from '../errors/missing-object';

/** One webhook endpoint, by its id. */
export const webhookEndpointById = dataSource('svc_webhook_endpoint', {
  description: 'Reads one webhook endpoint by its id. Its secret is never shown.',
  attributes: {
    id: required(string, {
      check: readableText('Invalid endpoint id'),
      description: 'Identifier given by the platform; begins with `wh_`.',
    }),
    url: computed(string, { description: 'Address that receives deliveries.' }),
    events: computed(setOf(string), { description: 'Event types delivered.' }),
    status: computed(string, { description: '`active`, or `degraded` once a delivery was abandoned.' }),
    created_at: computed(string, { description: 'Time of registration, ISO 8601 in UTC.' }),
  },
  async read({ id }, { client }) {
    const endpoint = await client.webhooks.findNow(id);
    if (!endpoint) throw new MissingObject('webhook endpoint', id);
    return { ...endpoint, id };
  },
});
