import type { TypesOf } from '../../client/contract/collection-contract';
import type { webhooks } from '../../client/contract/webhooks';
import type { CreationRules } from '../creation/kind';
import { endpointLeftBehind } from '../unavailable-operations';
import { receiverOf } from './receiver';

/**
 * How an endpoint is created exactly once. After a lost answer, the endpoint is adopted and updated to its
 * configuration.
 */
export const endpointCreation: CreationRules<TypesOf<typeof webhooks.fields>> = {
  collection: 'webhooks',
  noun: 'Webhook endpoint',
  // The label is the host only: the rest of a URL may hold a token of the receiver.
  labelOf: ({ url }) => `for ${receiverOf(url)}`,
  lostAnswer: 'taken over',
  leftBehind: id => endpointLeftBehind(id, 'its receiver'),
};
