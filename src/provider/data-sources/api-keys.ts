import type { apiKeys as apiKeyContract } from '../../client/contract/api-keys';
import type { EachField, Shown } from '../../client/contract/fields';
import { computed } from '../../plugin/define/attribute';
import type { Attribute } from '../../plugin/define/schema-types';
import { listOf, objectOf, setOf, string } from '../../plugin/define/value-type';
import { dataSource } from '../author';
import { itemsOf } from '../listed';

export const apiKeys = dataSource('svc_api_keys', {
  description: 'Lists all API keys, never with the value of a key. Needs an unrestricted key.',
  attributes: {
    api_keys: computed(
      listOf(
        objectOf({
          id: computed(string, { description: 'Identifier; begins with `key_`.' }),
          name: computed(string, { sometimes: true, description: 'Display name of the key.' }),
          tenant_id: computed(string, { sometimes: true, description: 'Tenant that the key is bound to.' }),
          scopes: computed(setOf(string), {
            sometimes: true,
            description:
              'What the key may do. Empty means everything; null means that the platform does not show it.',
          }),
          environment: computed(string, {
            sometimes: true,
            description: '`live`, or `test` for the sandbox.',
          }),
          created_at: computed(string, { sometimes: true, description: 'Time of issue, ISO 8601 in UTC.' }),
        } satisfies EachField<typeof apiKeyContract.fields, Shown, Attribute>),
      ),
      { description: 'All keys, in the platform’s order.' },
    ),
  },
  read: async (_, context) => ({ api_keys: await itemsOf(context.client.apiKeys.listNow(), context) }),
});
