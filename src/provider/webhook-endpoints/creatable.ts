import { type NewWebhookEndpoint, NotFound, type WebhookEndpointRecord, type Webhooks } from '../../client';
import type { Creatable } from '../creation/creatable';
import { likenessOf } from '../creation/likeness';
import type { Lacks } from '../unavailable-operations';

interface Shown {
  readonly url?: unknown;
  readonly events?: unknown;
}

export const endpointLikeness = ({ url, events }: Shown): string => likenessOf(url, events);

/** How an endpoint whose creation was interrupted is found and taken over. */
export function creatableEndpoint(
  webhooks: Webhooks,
  lacks: Lacks,
): Creatable<NewWebhookEndpoint, WebhookEndpointRecord> {
  return {
    resource: 'svc_webhook_endpoint',
    noun: 'Webhook endpoint',
    likenessOf: endpointLikeness,
    async *listed() {
      for await (const page of webhooks.pages())
        yield page.map(endpoint => ({ id: endpoint.id, likeness: endpointLikeness(endpoint) }));
    },
    exists: async id => (await webhooks.find(id)) !== undefined,
    create: endpoint => webhooks.create(endpoint),
    async reclaim(id, wanted, sameRequest, warn) {
      if (sameRequest) return webhooks.find(id);
      if (lacks('webhooks.update')) {
        // Its secret cannot be made the configured one.
        if (lacks('webhooks.delete')) warn(...leftBehind(id));
        else await webhooks.delete(id);
        return undefined;
      }
      return webhooks.update(id, wanted).catch((error: unknown) => {
        if (error instanceof NotFound) return undefined;
        throw error;
      });
    },
  };
}

function leftBehind(id: string): [summary: string, detail: string] {
  return [
    `Webhook endpoint ${id} is left behind`,
    'An interrupted apply created it. The platform can neither change nor delete endpoints, so a new one was ' +
      'created beside it: this one goes on receiving deliveries.',
  ];
}
