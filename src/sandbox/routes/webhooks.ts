import { notFound } from '../http/api-error';
import { type ApiOperation, json, noContent, type OperationHandler } from '../http/exchange';
import type { Platform } from '../platform/platform';
import { accept, parseObject, webhookChange, webhookCreation } from '../store/rules';
import { withoutSecret } from '../store/store';
import { listAnswer } from './pagination';

type WebhookOperation = Extract<ApiOperation, `webhooks.${string}`>;

/** Webhook endpoints: create is documented (paragraph 4.1), the other operations are assumed. */
export function webhookOperations({ store, registry }: Platform): Record<WebhookOperation, OperationHandler> {
  return {
    'webhooks.create': ({ body }) =>
      json(201, withoutSecret(registry.registerWebhook(accept(webhookCreation, parseObject(body))))),

    'webhooks.list': ({ query }) => listAnswer('webhooks', store.webhooks, query, withoutSecret),

    'webhooks.get': ({ id }) => {
      const webhook = store.webhooks.get(id);
      if (webhook === undefined) throw notFound('webhook endpoint');
      return json(200, withoutSecret(webhook));
    },

    'webhooks.update': ({ id, body }) => {
      if (store.webhooks.get(id) === undefined) throw notFound('webhook endpoint');
      return json(200, withoutSecret(registry.changeWebhook(id, accept(webhookChange, parseObject(body)))));
    },

    'webhooks.delete': ({ id }) => {
      if (!store.webhooks.remove(id)) throw notFound('webhook endpoint');
      return noContent;
    },
  };
}
