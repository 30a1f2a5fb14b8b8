/** A webhook endpoint as the platform shows it (paragraph 2.1): never with its secret. */
export interface WebhookEndpointRecord {
  /** Assigned by the platform; prefix `wh_`. */
  readonly id: string;
  /** HTTPS address that receives deliveries. */
  readonly url: string;
  /** Event types subscribed to, in no particular order. */
  readonly events: readonly string[];
  /** `active` or `degraded` (paragraph 3.1); other values may come. */
  readonly status: string;
  /** ISO 8601 UTC time stamp. */
  readonly created_at: string;
}

/** An API key as the platform shows it after its creation: never with its value. */
export interface ApiKeyRecord {
  /** Assigned by the platform; prefix `key_`. */
  readonly id: string;
  readonly name: string;
  /** Tenant the key is bound to; prefix `ten_` (paragraph 2.4). */
  readonly tenant_id: string;
  /** Permission scopes; none means that the key is unrestricted (paragraph 5.1). */
  readonly scopes: readonly string[];
  readonly environment: 'live' | 'test';
  /** ISO 8601 UTC time stamp. */
  readonly created_at: string;
}

/** The answer to the creation of a key: the only one that ever shows its value. */
export interface IssuedApiKey extends ApiKeyRecord {
  /** `svc_live_` or `svc_test_` and 32 characters (paragraph 2.4). */
  readonly key: string;
}

/** A tenant; the fields beyond its id are assumed. */
export interface TenantRecord {
  /** Prefix `ten_`. */
  readonly id: string;
  readonly name: string;
}
