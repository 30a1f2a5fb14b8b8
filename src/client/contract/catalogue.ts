/** Event types that the platform's document names (paragraph 6.2); it says that its list is incomplete. */
export const knownEventTypes = [
  'alert.created',
  'alert.severity_changed',
  'incident.created',
  'incident.contained',
] as const;

/** The permission scopes of paragraph 5.1. */
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
