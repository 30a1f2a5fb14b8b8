import type { IResolvable, TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { ApiScope } from './api-scope';
import { choicesOf } from './checks/choices';
import { declareRules } from './checks/declared-rules';
import { guard } from './checks/guard';
import { matching, within } from './checks/rules';
import { isNotBothScopedAndUnrestricted, saysWhetherItIsRestricted } from './checks/scopes';
import { withoutNulls } from './checks/without-nulls';
import { ApiKeyBase, type ApiKeyRotation } from './gen/api-key';

const rules = declareRules('svc_api_key', {
  always: [
    matching(
      'tenant_id',
      /^\S+$/,
      'The value is not the id of a tenant.',
      'Give an id without blanks, for example from the data source DataSvcTenant.',
    ),
    isNotBothScopedAndUnrestricted,
    saysWhetherItIsRestricted,
    within('rotation.after_days', 1, 3650, 'Give whole days, from 1 to 3650.'),
    within(
      'rotation.overlap_days',
      0,
      3650,
      'Give whole days, from 0 to 3650; 0 revokes the previous key at once.',
    ),
  ],
  doubts: {
    tenant_id: matching(
      'tenant_id',
      /^ten_[\w-]+$/,
      'The value may not be the id of a tenant: such ids begin with ten_.',
      'If the platform accepts it, ignore this warning.',
    ),
  },
  lists: [{ attribute: 'scopes', known: choicesOf(ApiScope), form: /^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$/ }],
});

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
    guard(this, () => this.synthesizeAttributes(), rules);
  }
}
