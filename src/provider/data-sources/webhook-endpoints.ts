import { computed } from '../../plugin/define/attribute';
import { listOf, objectOf } from '../../plugin/define/value-type';
import { dataSource } from '../author';
import { itemsOf } from '../listed';
import { shownAttributes } from '../webhook-endpoints/shown-endpoint';

export const webhookEndpoints = dataSource('svc_webhook_endpoints', {
  description: 'Lists all webhook endpoints. Their secrets are never shown.',
  attributes: {
    endpoints: computed(listOf(objectOf(shownAttributes)), {
      description: 'All endpoints, in the platform’s order.',
    }),
  },
  read: async (_, context) => ({ endpoints: await itemsOf(context.client.webhooks.listNow(), context) }),
});
