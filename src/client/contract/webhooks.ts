import type { CollectionContract } from './collection-contract';
import { arrayOf, type Decoder, identifier, object, text } from './decode';
import { operationsAt } from './operation';

/** A webhook endpoint as the platform returns it (paragraph 2.1), always without its secret. */
export interface WebhookEndpointRecord {
  /** Assigned by the platform; prefix `wh_`. */
  readonly id: string;
  /** HTTPS address that receives deliveries. */
  readonly url: string;
  /** Subscribed event types, in no particular order. */
  readonly events: readonly string[];
  /** `active` or `degraded` (paragraph 3.1). Other values are possible. */
  readonly status: string;
  /** ISO 8601 UTC time stamp. */
  readonly created_at: string;
}

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
}

/** Fields to change. A field that is absent or undefined stays unchanged. */
export type WebhookEndpointChanges = {
  readonly [Field in keyof NewWebhookEndpoint]?: NewWebhookEndpoint[Field] | undefined;
};

const webhookEndpointRecord: Decoder<WebhookEndpointRecord> = object(field => ({
  id: field('id', identifier),
  url: field('url', text),
  events: field('events', arrayOf(text)),
  status: field('status', text),
  created_at: field('created_at', text),
}));

/** Webhook endpoints (paragraph 4.1; all operations except `create` are assumed). */
export const webhooks: CollectionContract<{
  item: WebhookEndpointRecord;
  created: WebhookEndpointRecord;
  wanted: NewWebhookEndpoint;
  changes: WebhookEndpointChanges;
}> = {
  operations: operationsAt('/v1/webhooks', {
    paragraph: '4.1',
    scope: 'webhooks:manage',
    documented: ['create'],
  }),
  item: webhookEndpointRecord,
  created: webhookEndpointRecord,
  secretsSent: ({ secret }) => [secret],
};
