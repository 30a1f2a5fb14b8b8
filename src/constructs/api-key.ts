import type { IResolvable, TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { withoutNulls } from './checks/without-nulls';
import { ApiKeyBase, type ApiKeyRotation } from './gen/api-key';

/**
 * Configuration of an API key.
 */
export interface ApiKeyConfig extends TerraformMetaArguments {
  /**
   * Name by which people recognise the key.
   *
   * @example 'dashboard'
   */
  readonly name: string;

  /**
   * Tenant that the key is bound to (`ten_…`). A change of the tenant replaces the key.
   *
   * @example 'ten_acme'
   */
  readonly tenantId: string;

  /**
   * Permission scopes of the key; order does not matter. `ApiScope` has the known names, and any other name
   * is accepted too.
   *
   * @default - none, which takes `unrestricted: true`
   * @example [ApiScope.ALERTS_READ]
   */
  readonly scopes?: string[];

  /**
   * Confirms that the key has no scopes on purpose. It may then do everything.
   *
   * @default false
   * @example true
   */
  readonly unrestricted?: boolean | IResolvable;

  /**
   * When the key is replaced by a new one, in place. Once the key is due, the next deploy issues a new key. The
   * previous key still works until the overlap ends.
   *
   * @default - the key is not rotated
   * @example { afterDays: 90, overlapDays: 3 }
   */
  readonly rotation?: ApiKeyRotation;
}

/**
 * A long-lived API key, bound to one tenant and to a set of permission scopes. The platform shows its value (`key`)
 * once, at creation. The Terraform state stores the value.
 *
 * @see docs/resources/api_key.md
 */
export class ApiKey extends ApiKeyBase {
  /**
   * Issues an API key.
   *
   * @param scope construct that this key belongs to
   * @param id name of the key in the program, unique within the scope
   * @param config configuration of the key
   */
  public constructor(scope: Construct, id: string, config: ApiKeyConfig) {
    super(scope, id, withoutNulls(config));
  }
}
