/**
 * The rules of an `SvcPolicy`, for `SvcPolicy.accept`.
 */
export class PolicyRule {
  /** No key may do everything. */
  public static readonly FORBID_UNRESTRICTED = 'forbidUnrestricted';
  /** A key has only scopes of a list. */
  public static readonly ALLOWED_SCOPES = 'allowedScopes';
  /** A key has no scope of a list. */
  public static readonly DENIED_SCOPES = 'deniedScopes';
  /** A key is bound only to tenants of a list. */
  public static readonly ALLOWED_TENANTS = 'allowedTenants';
  /** No key is for production. */
  public static readonly FORBID_LIVE = 'forbidLive';
  /** An endpoint delivers only to hosts of a list. */
  public static readonly ALLOWED_HOSTS = 'allowedHosts';
  /** Each key is rotated. */
  public static readonly REQUIRE_ROTATION = 'requireRotation';
  /** A key is due for rotation at a limited age. */
  public static readonly MAX_KEY_AGE_DAYS = 'maxKeyAgeDays';
  /** No endpoint has a secret that the state holds. */
  public static readonly REQUIRE_WRITE_ONLY_SECRETS = 'requireWriteOnlySecrets';
  /** An endpoint subscribes to a limited number of event types. */
  public static readonly MAX_EVENTS = 'maxEvents';

  private constructor() {}
}
