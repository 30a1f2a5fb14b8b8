import { type NewWebhookEndpoint, NotFound, type WebhookEndpointRecord, type Webhooks } from '../../client';
import type { Creatable, Listed } from '../creation/creatable';
import { digestOf } from '../creation/object-digest';
import { endpointLeftBehind, type Lacks } from '../unavailable-operations';

interface Shown {
  readonly url?: unknown;
  readonly events?: unknown;
}

export const endpointDigest = ({ url, events }: Shown): string => digestOf(url, events);

/** How an endpoint is created once. An endpoint of a lost answer is brought to its configuration. */
export function creatableEndpoint(
  webhooks: Webhooks,
  lacks: Lacks,
): Creatable<NewWebhookEndpoint, WebhookEndpointRecord> {
  const listed = ({ id, created_at, url, events }: WebhookEndpointRecord): Listed => ({
    id,
    created_at,
    digest: endpointDigest({ url, events }),
  });
  return {
    resource: 'svc_webhook_endpoint',
    noun: 'Webhook endpoint',
    recognizedBy: ['url', 'events'],
    digestOf: endpointDigest,
    // The rest of a URL may hold a token of the receiver.
    labelOf: ({ url }) => `for ${URL.canParse(url) ? new URL(url).host : 'an address'}`,
    async *listed() {
      for await (const page of webhooks.pages()) yield page.map(listed);
    },
    async find(id) {
      const endpoint = await webhooks.findNow(id);
      return endpoint && listed(endpoint);
    },
    create: (endpoint, idempotencyKey) => webhooks.create(endpoint, { idempotencyKey }),
    takeover: {
      isOffered: !lacks('webhooks.update'),
      reread: id => webhooks.findNow(id),
      bring: (id, wanted) =>
        webhooks.update(id, wanted).catch((error: unknown) => {
          if (error instanceof NotFound) return undefined;
          throw error;
        }),
    },
    async revoke(id, warn) {
      if (lacks('webhooks.delete')) warn(...endpointLeftBehind(id, 'its receiver'));
      else await webhooks.delete(id);
    },
  };
}
