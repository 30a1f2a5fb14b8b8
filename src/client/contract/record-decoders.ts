import { arrayOf, type Decoder, identifier, nonEmptyText, nullable, object, oneOf, text } from './decode';
import type { ApiKeyRecord, IssuedApiKey, TenantRecord, WebhookEndpointRecord } from './records';

export const webhookEndpointRecord: Decoder<WebhookEndpointRecord> = object(field => ({
  id: field('id', identifier),
  url: field('url', text),
  events: field('events', arrayOf(text)),
  status: field('status', text),
  created_at: field('created_at', text),
}));

export const apiKeyRecord: Decoder<ApiKeyRecord> = object(field => ({
  id: field('id', identifier),
  name: field('name', text),
  tenant_id: field('tenant_id', identifier),
  scopes: field('scopes', arrayOf(text)),
  environment: field('environment', oneOf('live', 'test')),
  created_at: field('created_at', text),
}));

export const issuedApiKey: Decoder<IssuedApiKey> = (value, path) => ({
  ...apiKeyRecord(value, path),
  ...object(field => ({ key: field('key', nonEmptyText) }))(value, path),
});

export const tenantRecord: Decoder<TenantRecord> = object(field => ({
  id: field('id', identifier),
  name: field('name', text),
}));

/** Decodes the id only, for a response whose other fields are invalid. */
export const bareIdentifier: Decoder<string> = object(field => field('id', identifier));

export interface Page<Item> {
  readonly data: readonly Item[];
  /** Absent on the last page. */
  readonly next_cursor: string | undefined;
}

/**
 * Decodes a page. `next_cursor` must be present, even if null. Otherwise, a platform with another kind of paging
 * would seem to have one page only, and all objects beyond it would seem deleted.
 */
export function pageOf<Item>(item: Decoder<Item>): Decoder<Page<Item>> {
  return object(field => ({
    data: field('data', arrayOf(item)),
    next_cursor: field('next_cursor', nullable(nonEmptyText)),
  }));
}
