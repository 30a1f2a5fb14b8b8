/** Event types in the platform's document (paragraph 6.2), which says that its list is incomplete. */
export const knownEventTypes = [
  'alert.created',
  'alert.severity_changed',
  'incident.created',
  'incident.contained',
] as const;

/** Names of event types and of scopes have these forms, also those that the document does not have (assumed). */
export const [eventForm, scopeForm] = [
  /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/,
  /^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$/,
] as const;

/** Statuses of a webhook endpoint (paragraph 3.1). The document calls any other one "not shown". */
export const knownStatuses: readonly string[] = ['active', 'degraded'];

/** Returns the environment that the prefix of a key names (paragraph 2.4). */
export const environmentOf = (key: string) => /^svc_(live|test)_/.exec(key)?.[1];

/**
 * The form of a key (paragraph 2.4), or that of base64 of a text with a key: that of `svc_live_` and `svc_test_` has one form for each
 * of the three places of a group at which they begin.
 */
const keyForm =
  /svc_(?:live|test)_[A-Za-z0-9]{32}|(?:c3ZjX(?:2xpdmVf|3Rlc3Rf)|N2Y19(?:saXZlX|0ZXN0X)|zdmNf(?:bGl2ZV|dGVzdF))[\w+/-]{40,}=*/g;

/** Returns the keys that stand anywhere in a text, also in base64: their form tells them. */
export const keysIn = (text: string): ReadonlySet<string> => new Set(text.match(keyForm));

/** Permission scopes (paragraph 5.1). */
export const knownScopes = [
  'tenants:read',
  'tenants:write',
  'alerts:read',
  'alerts:write',
  'devices:read',
  'identity:read',
  'compliance:read',
  'incident:read',
  'incident:respond',
  'webhooks:manage',
] as const;
