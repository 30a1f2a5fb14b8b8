/** A webhook endpoint as the platform returns it (paragraph 2.1), always without its secret. */
export interface WebhookEndpointRecord {
  /** Assigned by the platform; prefix `wh_`. */
  readonly id: string;
  /** HTTPS address that receives deliveries. */
  readonly url: string;
  /** Subscribed event types, in no particular order. */
  readonly events: readonly string[];
  /** `active` or `degraded` (paragraph 3.1). Other values are possible. */
  readonly status: string;
  /** ISO 8601 UTC time stamp. */
  readonly created_at: string;
}

/** An API key as the platform returns it after its creation, always without its value. */
export interface ApiKeyRecord {
  /** Assigned by the platform; prefix `key_`. */
  readonly id: string;
  readonly name: string;
  /** Tenant that the key belongs to; prefix `ten_` (paragraph 2.4). */
  readonly tenant_id: string;
  /** Permission scopes. An empty list means an unrestricted key (paragraph 5.1). */
  readonly scopes: readonly string[];
  readonly environment: 'live' | 'test';
  /** ISO 8601 UTC time stamp. */
  readonly created_at: string;
}

/** The response to the creation of a key: the only one that contains its value. */
export interface IssuedApiKey extends ApiKeyRecord {
  /** `svc_live_` or `svc_test_` and 32 characters (paragraph 2.4). */
  readonly key: string;
}

/** A tenant. The fields other than its id are assumed. */
export interface TenantRecord {
  /** Prefix `ten_`. */
  readonly id: string;
  readonly name: string;
}
