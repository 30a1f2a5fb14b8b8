import { required } from '../../plugin/define/attribute';
import { string } from '../../plugin/define/value-type';
import { dataSource } from '../author';
import { readableText } from '../checks';
import { Refused } from '../errors/refused';
import { shownAttributes } from '../webhook-endpoints/shown-endpoint';

export const webhookEndpointById = dataSource('svc_webhook_endpoint', {
  description: 'Reads one webhook endpoint by its id. Its secret is never shown.',
  attributes: {
    ...shownAttributes,
    id: required(string, {
      check: readableText('Invalid endpoint id'),
      description: 'Identifier given by the platform; begins with `wh_`.',
    }),
  },
  async read({ id }, { client }) {
    const endpoint = await client.webhooks.findNow(id);
    if (!endpoint)
      throw new Refused(
        'Object does not exist',
        `The platform has no webhook endpoint ${JSON.stringify(id)}.`,
        'Check the id; `terraform plan` with the plural data source lists all of them.',
      );
    return { ...endpoint, id };
  },
});
