import { computed } from '../../plugin/define/attribute';
import { listOf, objectOf, string } from '../../plugin/define/value-type';
import { dataSource } from '../author';
import { itemsOf } from '../listed';

/** The tenants that the provider's key can see (paragraph 4.2; their fields are assumed). */
export const tenants = dataSource('svc_tenants', {
  description: 'Lists the tenants that the provider’s key can see. Needs the scope `tenants:read`.',
  attributes: {
    tenants: computed(
      listOf(
        objectOf({
          id: computed(string, { description: 'Identifier; begins with `ten_`.' }),
          name: computed(string, { sometimes: true, description: 'Name of the tenant.' }),
        }),
      ),
      { description: 'All tenants, in the platform’s order.' },
    ),
  },
  read: async (_, context) => ({ tenants: await itemsOf(context.client.tenants.list(), context) }),
});
