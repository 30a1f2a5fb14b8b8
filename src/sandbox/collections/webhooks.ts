import * as z from 'zod';
import { eventForm } from '../../client/contract/catalogue';
import type { EachField, Sent } from '../../client/contract/fields';
import type {
  webhooks as contract,
  NewWebhookEndpoint,
  WebhookEndpointRecord,
} from '../../client/contract/webhooks';
import type { Change, Json, SandboxCollection } from './sandbox-collection';
import { address, text } from './shapes';

/** A webhook endpoint with its secret, which the platform stores and never returns (paragraph 2.1). */
export interface StoredWebhook extends Json<WebhookEndpointRecord> {
  readonly secret: string;
}

/** The controls and a seed may leave the secret out, which is then generated, and set the status. */
export interface WebhookRequest extends Json<Omit<NewWebhookEndpoint, 'secret'>> {
  readonly secret?: string;
  /** @default active (paragraph 3.1) */
  readonly status?: string;
}

/** Accepts any name of this form: paragraph 6.2 calls its list of types incomplete. */
const eventType = text().regex(eventForm, {
  error: 'must be an event type such as alert.created',
});

const events = z
  .array(eventType, {
    error: issue => (issue.input === undefined ? 'is required' : 'must be an array of strings'),
  })
  .min(1, { error: 'must name at least one event type' });

/** The body of a create request. Every endpoint needs a secret: every delivery is signed (paragraph 6.1.3). */
const creation = z.object({
  url: address,
  events,
  secret: text(),
} satisfies EachField<typeof contract.fields, Sent, z.ZodType>);
const change = creation.partial();
const status = z.string().min(1);

const withoutSecret = ({ secret: _secret, ...record }: StoredWebhook) => record;

/** Webhook endpoints: create is documented (paragraph 4.1), the other operations are assumed. */
export const webhooks: SandboxCollection<{
  stored: StoredWebhook;
  shown: Json<WebhookEndpointRecord>;
  created: Json<WebhookEndpointRecord>;
  request: WebhookRequest;
  change: Change<WebhookRequest>;
}> = {
  segment: 'webhooks',
  noun: 'webhook endpoint',
  creation,
  change,
  behindTheBack: {
    creation: creation.extend({ secret: text().exactOptional(), status: status.exactOptional() }),
    change: change.extend({ status: status.optional() }),
  },
  make: ({ secret, status = 'active', ...request }, making) => ({
    ...request,
    id: making.identifier('wh'),
    status,
    created_at: making.timestamp(),
    secret: secret ?? making.secret(),
  }),
  show: withoutSecret,
  reveal: withoutSecret,
  secretsOf: ({ secret }) => [secret],
};
