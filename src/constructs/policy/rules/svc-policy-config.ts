/**
 * Rules of a policy. A rule that is absent has no effect.
 */
export interface SvcPolicyConfig {
  /**
   * Refuses keys that may do everything: those with `unrestricted: true`, and those without scopes.
   *
   * @default false
   */
  readonly forbidUnrestricted?: boolean;

  /**
   * The only scopes that a key may have, for example `ApiScope.ALERTS_READ`. An empty list allows none. A key without
   * scopes is refused, too.
   *
   * @default - any scope
   */
  readonly allowedScopes?: string[];

  /**
   * Scopes that no key may have, for example `ApiScope.INCIDENT_RESPOND`. A key without scopes is refused, too.
   *
   * @default - none
   */
  readonly deniedScopes?: string[];

  /**
   * The only tenants that a key may be bound to, by their ids. An empty list allows none.
   *
   * @default - any tenant
   */
  readonly allowedTenants?: string[];

  /**
   * Refuses keys for production: each has the environment `test`. Only a plan shows it, so the report judges this rule.
   *
   * @default false
   */
  readonly forbidLive?: boolean;

  /**
   * The only hosts that receive deliveries: `hooks.example.com`, or `*.example.com` for all names below example.com,
   * at any depth and without example.com itself. Ports do not matter. An empty list allows none.
   *
   * @default - any host
   */
  readonly allowedHosts?: string[];

  /**
   * Requires a rotation with `afterDays` or with triggers for each key.
   *
   * @default false
   */
  readonly requireRotation?: boolean;

  /**
   * Largest `rotation.afterDays` of a key, from 1 to 3650. A key without `afterDays` is refused. It judges the
   * configuration, not how old a key is. The overlap, for which the previous key still works, does not count.
   *
   * @default - any age
   */
  readonly maxKeyAgeDays?: number;

  /**
   * Refuses `secret` of an endpoint, which saved plans and the state hold. `secretWo` is allowed.
   *
   * @default false
   */
  readonly requireWriteOnlySecrets?: boolean;

  /**
   * Largest number of event types of one endpoint, at least 1.
   *
   * @default - any number
   */
  readonly maxEvents?: number;

  /**
   * What a synthesis does about a finding. `PolicyAction` has the choices.
   *
   * @default "error"
   */
  readonly onViolation?: string;
}
