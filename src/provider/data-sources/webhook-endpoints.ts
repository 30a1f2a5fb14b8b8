import { computed } from '../../plugin/define/attribute';
import { listOf, objectOf, setOf, string } from '../../plugin/define/value-type';
import { dataSource } from '../author';

/** All webhook endpoints. */
export const webhookEndpoints = dataSource('svc_webhook_endpoints', {
  description: 'Lists all webhook endpoints. Their secrets are never shown.',
  attributes: {
    endpoints: computed(
      listOf(
        objectOf({
          id: computed(string, { description: 'Identifier; begins with `wh_`.' }),
          url: computed(string, { description: 'Address that receives deliveries.' }),
          events: computed(setOf(string), { description: 'Event types delivered.' }),
          status: computed(string, { description: '`active`, or `degraded` once a delivery was abandoned.' }),
          created_at: computed(string, { description: 'Time of registration, ISO 8601 in UTC.' }),
        }),
      ),
      { description: 'All endpoints, in the platform’s order.' },
    ),
  },
  read: async (_, { client }) => ({ endpoints: await client.webhooks.list() }),
});
