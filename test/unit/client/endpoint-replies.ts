import type { WebhookEndpointRecord } from '../../../src/client/contract/webhooks';
import { webhookEndpoint } from './client-fixture';
import { json, refusal } from './loopback-platform';

export const gone = refusal(404, 'not_found', 'no such endpoint');
export const page = (data: readonly WebhookEndpointRecord[], next: string | null = null) =>
  json(200, { data, next_cursor: next });
export const held = page([webhookEndpoint({ id: 'wh_0' }), webhookEndpoint()]);
export const lacking = page([webhookEndpoint({ id: 'wh_0' })]);
