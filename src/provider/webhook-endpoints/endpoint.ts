import type { TypesOf } from '../../client/contract/collection-contract';
import type { webhooks } from '../../client/contract/webhooks';
import type { CreationRules } from '../creates/managed-collection';
import { receiverOf } from './receiver';

/** How an endpoint is created once. An update brings one that exists to its configuration, the secret included. */
export const endpointCreation: CreationRules<TypesOf<typeof webhooks.fields>> = {
  collection: 'webhooks',
  noun: 'Webhook endpoint',
  // The label is the host only: the rest of a URL may hold a token of the receiver.
  labelOf: ({ url }) => `for ${receiverOf(url)}`,
  isTakenOver: true,
};
