import type { OperationName } from '../../../src/client';

/** Every kind of request that changes the platform. */
export const writeOperations = [
  'webhooks.create',
  'webhooks.update',
  'webhooks.delete',
  'apiKeys.create',
  'apiKeys.update',
  'apiKeys.delete',
] as const satisfies readonly OperationName[];
