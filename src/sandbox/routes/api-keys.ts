import { invalidFields, notFound } from '../http/api-error';
import { type ApiOperation, json, noContent, type OperationHandler } from '../http/exchange';
import type { Platform } from '../platform/platform';
import { accept, apiKeyChange, apiKeyCreation, parseObject } from '../store/rules';
import { withoutValue } from '../store/store';
import { listAnswer } from './pagination';

type ApiKeyOperation = Extract<ApiOperation, `apiKeys.${string}`>;

/** API keys (all operations assumed). Only the response to a create contains the value. */
export function apiKeyOperations({ store, registry }: Platform): Record<ApiKeyOperation, OperationHandler> {
  return {
    'apiKeys.create': ({ body }) => {
      const wanted = accept(apiKeyCreation, parseObject(body));
      if (store.tenants.get(wanted.tenant_id) === undefined) {
        throw invalidFields({ tenant_id: 'names no tenant of this platform' });
      }
      return json(201, registry.issueApiKey(wanted));
    },

    'apiKeys.list': ({ query }) => listAnswer('api_keys', store.apiKeys, query, withoutValue),

    'apiKeys.get': ({ id }) => {
      const apiKey = store.apiKeys.get(id);
      if (apiKey === undefined) throw notFound('API key');
      return json(200, withoutValue(apiKey));
    },

    'apiKeys.update': ({ id, body }) => {
      if (store.apiKeys.get(id) === undefined) throw notFound('API key');
      return json(200, withoutValue(registry.changeApiKey(id, accept(apiKeyChange, parseObject(body)))));
    },

    'apiKeys.delete': ({ id }) => {
      if (!store.apiKeys.remove(id)) throw notFound('API key');
      return noContent;
    },
  };
}
