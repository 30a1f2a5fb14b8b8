import type { NewWebhookEndpoint, WebhookEndpointRecord } from '../../client/contract/webhooks';
import { type CreationKind, recognizedDigest } from '../creation-kind';
import { endpointLeftBehind } from '../unavailable-operations';

/** How an endpoint is created once. An endpoint of a lost answer is brought to its configuration. */
export const endpointCreation: CreationKind<{
  item: WebhookEndpointRecord;
  created: WebhookEndpointRecord;
  wanted: NewWebhookEndpoint;
  changes: object;
}> = {
  collection: 'webhooks',
  noun: 'Webhook endpoint',
  recognizedBy: ['url', 'events'],
  // The rest of a URL may hold a token of the receiver.
  labelOf: ({ url }) => `for ${URL.canParse(url) ? new URL(url).host : 'an address'}`,
  lostAnswer: 'taken over',
  leftBehind: id => endpointLeftBehind(id, 'its receiver'),
};

export const endpointDigest = (shown: object): string => recognizedDigest(endpointCreation, shown);
