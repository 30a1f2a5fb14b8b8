import * as z from 'zod';
import type { WebhookEndpointRecord } from '../../client/contract/webhooks';
import type { Change, SandboxCollection } from './sandbox-collection';
import { address, text } from './shapes';

/** A webhook endpoint with its secret, which the platform stores and never returns (paragraph 2.1). */
export interface StoredWebhook extends WebhookEndpointRecord {
  readonly secret: string;
}

export interface WebhookRequest {
  readonly url: string;
  readonly events: readonly string[];
  /** Generated if absent. A request to the API must contain it. */
  readonly secret?: string;
  /** @default active (paragraph 3.1) */
  readonly status?: string;
}

/** Accepts any name of this form: paragraph 6.2 calls its list of types incomplete. */
const eventType = text().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/, {
  error: 'must be an event type such as alert.created',
});

const events = z
  .array(eventType, {
    error: issue => (issue.input === undefined ? 'is required' : 'must be an array of strings'),
  })
  .min(1, { error: 'must name at least one event type' });

/** The body of a create request. Every endpoint needs a secret: every delivery is signed (paragraph 6.1.3). */
const creation = z.object({ url: address, events, secret: text() });
const change = creation.partial();
const status = z.string().min(1);

const withoutSecret = ({ secret: _secret, ...record }: StoredWebhook) => record;

/** Webhook endpoints: create is documented (paragraph 4.1), the other operations are assumed. */
export const webhooks: SandboxCollection<{
  stored: StoredWebhook;
  shown: WebhookEndpointRecord;
  created: WebhookEndpointRecord;
  request: WebhookRequest;
  change: Change<WebhookRequest>;
}> = {
  savedAs: 'webhooks',
  noun: 'webhook endpoint',
  creation,
  change,
  behindTheBack: {
    creation: creation.extend({ secret: text().exactOptional(), status: status.exactOptional() }),
    change: change.extend({ status: status.optional() }),
  },
  saved: z.object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    status: z.string(),
    created_at: z.string(),
    secret: z.string(),
  }),
  make: ({ url, events, secret, status = 'active' }, making) => ({
    id: making.identifier('wh'),
    url,
    events,
    status,
    created_at: making.timestamp(),
    secret: secret ?? making.secret(),
  }),
  show: withoutSecret,
  reveal: withoutSecret,
  secretsOf: ({ secret }) => [secret],
};
