import type { EachField, Shown } from '../../client/contract/fields';
import type { webhooks } from '../../client/contract/webhooks';
import { computed } from '../../plugin/define/attribute';
import type { Attribute } from '../../plugin/define/schema-types';
import { setOf, string } from '../../plugin/define/value-type';

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
