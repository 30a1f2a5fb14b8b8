import { canonicalAddress } from './canonical-address';
import { collection } from './collection-contract';
import { arrayOf, identifier, text } from './decode';
import { assigned, hidden, type Item, type Wanted, writable } from './fields';
import { operationsAt } from './operation';
import { timeOfCreation } from './time';

/** Webhook endpoints (paragraph 4.1; all operations except `create` are assumed). */
export const webhooks = collection(
  operationsAt('/v1/webhooks', { paragraph: '4.1', scope: 'webhooks:manage', documented: ['create'] }),
  {
    /** Usually with the prefix `wh_`. */
    id: assigned(identifier),
    /** HTTPS address that receives deliveries. The platform may store another spelling of it. */
    url: writable(text, { identifies: true, canonical: canonicalAddress }),
    /** Subscribed event types, in no particular order. */
    events: writable(arrayOf(text), { identifies: true }),
    secret: hidden(text),
    /** `active` or `degraded` (paragraph 3.1). Other values are possible. */
    status: assigned(text),
    created_at: timeOfCreation,
  },
);

/** A webhook endpoint as the platform returns it (paragraph 2.1), always without its secret. */
export type WebhookEndpointRecord = Item<typeof webhooks.fields>;
export type NewWebhookEndpoint = Wanted<typeof webhooks.fields>;
