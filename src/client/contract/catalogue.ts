/** Event types in the platform's document (paragraph 6.2), which says that its list is incomplete. */
export const knownEventTypes = [
  'alert.created',
  'alert.severity_changed',
  'incident.created',
  'incident.contained',
] as const;

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
