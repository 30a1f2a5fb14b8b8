/**
 * The permission scopes that the platform's document names (paragraph 5.1). A newer scope is accepted as a plain
 * string.
 */
export class ApiScope {
  /** Read tenant profiles and configuration. */
  public static readonly TENANTS_READ = 'tenants:read';
  /** Create and update tenant records. */
  public static readonly TENANTS_WRITE = 'tenants:write';
  /** Read security alerts and threat events. */
  public static readonly ALERTS_READ = 'alerts:read';
  /** Acknowledge, escalate or close alerts. */
  public static readonly ALERTS_WRITE = 'alerts:write';
  /** Read the inventory of enrolled devices. */
  public static readonly DEVICES_READ = 'devices:read';
  /** Read identity and access records. */
  public static readonly IDENTITY_READ = 'identity:read';
  /** Read compliance posture and evidence. */
  public static readonly COMPLIANCE_READ = 'compliance:read';
  /** Read incident data. */
  public static readonly INCIDENT_READ = 'incident:read';
  /** Trigger automated response actions. */
  public static readonly INCIDENT_RESPOND = 'incident:respond';
  /** Create and manage webhook endpoints. */
  public static readonly WEBHOOKS_MANAGE = 'webhooks:manage';

  private constructor() {}
}
