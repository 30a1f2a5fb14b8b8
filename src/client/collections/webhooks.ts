import { webhookEndpointRecord } from '../contract/record-decoders';
import type { WebhookEndpointRecord } from '../contract/records';
import type { Transport } from '../http/transport';
import { type CreateOptions, createCollection } from './collection';

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
}

/** What to change; what is absent or undefined stays as it is. */
export type WebhookEndpointChanges = {
  readonly [Field in keyof NewWebhookEndpoint]?: NewWebhookEndpoint[Field] | undefined;
};

/** Webhook endpoints (paragraph 4.1; all but `create` is assumed). */
export interface Webhooks {
  /** @throws {Ambiguous} when the endpoint may exist although its answer is lost. */
  create(endpoint: NewWebhookEndpoint, options?: CreateOptions): Promise<WebhookEndpointRecord>;
  /**
   * `undefined` when it is gone. Never older than the client.
   * @throws {Unobservable} when neither it nor the collection can be read.
   */
  find(id: string): Promise<WebhookEndpointRecord | undefined>;
  /** The same, and never older than the call. */
  findNow(id: string): Promise<WebhookEndpointRecord | undefined>;
  /** Never older than the call. */
  list(): Promise<readonly WebhookEndpointRecord[]>;
  pages(): AsyncIterable<readonly WebhookEndpointRecord[]>;
  /** Asks for the first page, which reads to come will share. Whether the platform has answered with it. */
  readAhead(): Promise<boolean>;
  /**
   * Sends what is given and leaves the rest. `undefined` when the platform made the change and does not show its
   * outcome. @throws {NotFound} when it is gone.
   */
  update(id: string, changes: WebhookEndpointChanges): Promise<WebhookEndpointRecord | undefined>;
  /** Done as well when it is gone already. */
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
