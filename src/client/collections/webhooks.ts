import { webhookEndpointRecord } from '../contract/record-decoders';
import type { WebhookEndpointRecord } from '../contract/records';
import type { Transport } from '../http/transport';
import { type CreateOptions, createCollection } from './collection';

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
}

/** Fields to change. A field that is absent or undefined stays unchanged. */
export type WebhookEndpointChanges = {
  readonly [Field in keyof NewWebhookEndpoint]?: NewWebhookEndpoint[Field] | undefined;
};

/** Webhook endpoints (paragraph 4.1; all operations except `create` are assumed). */
export interface Webhooks {
  /** @throws {Ambiguous} if the endpoint may exist although the response is lost. */
  create(endpoint: NewWebhookEndpoint, options?: CreateOptions): Promise<WebhookEndpointRecord>;
  /**
   * Returns `undefined` if the endpoint is gone. The result is never older than the client.
   * @throws {Unobservable} if neither the endpoint nor the collection can be read.
   */
  find(id: string): Promise<WebhookEndpointRecord | undefined>;
  /** Like `find`, but the result is never older than the call. */
  findNow(id: string): Promise<WebhookEndpointRecord | undefined>;
  /** The result is never older than the call. */
  list(): Promise<readonly WebhookEndpointRecord[]>;
  pages(): AsyncIterable<readonly WebhookEndpointRecord[]>;
  /** Requests the first page, which later reads share. Returns true if the platform responded with it. */
  readAhead(): Promise<boolean>;
  /**
   * Sends the given fields; the others stay unchanged. Returns `undefined` if the platform made the change but
   * does not show the result. @throws {NotFound} if the endpoint is gone.
   */
  update(id: string, changes: WebhookEndpointChanges): Promise<WebhookEndpointRecord | undefined>;
  /** Succeeds if the endpoint is gone already. */
  delete(id: string): Promise<void>;
}

export function createWebhooks(transport: Transport): Webhooks {
  const collection = createCollection(transport, {
    operations: {
      create: 'webhooks.create',
      list: 'webhooks.list',
      get: 'webhooks.get',
      update: 'webhooks.update',
      delete: 'webhooks.delete',
    },
    item: webhookEndpointRecord,
    created: webhookEndpointRecord,
  });
  return {
    ...collection,
    create: (endpoint, options) => collection.create(endpoint, { ...options, secrets: [endpoint.secret] }),
    update: (id, changes) =>
      collection.update(id, changes, changes.secret === undefined ? [] : [changes.secret]),
  };
}
